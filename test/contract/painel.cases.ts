import { expect } from 'vitest'
import { EVERYBODY } from '../../server/domain/convidado-search.ts'
import {
  aClaim,
  anAutor,
  anEmpresa,
  anEntrada,
  aRegister,
  HOLD_MS,
  NOW,
  unique,
} from '../support/factories.ts'
import { aConvidado, withEmpresa } from './convidados.ts'
import { aNovo } from './convite.cases.ts'
import { it, type ContractCase } from './harness.ts'

const SAO_PAULO_MS = -3 * 3_600_000

export const cases: ContractCase[] = [
  it('the board has invitations that wait or were declined, and counts their people', async (harness) => {
    const { convites, credenciais, empresas, painel } = harness.storage
    const mesa = await withEmpresa(harness, 9)
    const novo = (rotulo: string, lugares = 1) => ({ ...aNovo(rotulo), lugares })
    const [ana, bia, caio, rui] = [novo('Ana', 3), novo('Bia', 2), novo('Caio', 2), novo('Rui')]
    await convites.create(mesa, [ana, bia, caio, rui], NOW, anAutor())
    await convites.create('', [novo('Prefeito')], NOW, anAutor())
    await credenciais.register(aRegister({ claim: aClaim(mesa), codigo: ana.codigo }))
    await convites.answer({ codigo: bia.codigo, isRecusa: true, now: NOW, isClosed: false }, anAutor())
    await convites.revoke(rui.codigo, anAutor())
    await convites.correct(caio.codigo, { rotulo: 'Caio Sá', telefone: '65999112244', nota: '' }, anAutor())
    const listed = async () => {
      await painel.renew()
      const all = (await painel.listConvites()).map((one) => [one.rotulo, one.abertos, one.telefone])
      return all.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
    }
    const still = [
      ['Caio Sá', 2, '65999112244'],
      ['Prefeito', 1, ''],
    ]
    expect(await listed()).toEqual([['Ana', 2, ''], ['Bia', 0, ''], ...still])
    const numeros = { confirmados: 1, desistiram: 0, semResposta: 5, recusaram: 2, pessoais: 4 }
    expect(await painel.count(NOW)).toMatchObject(numeros)
    for (let n = 0; n < 2; n++)
      await credenciais.register(aRegister({ claim: aClaim(mesa), codigo: ana.codigo }))
    await convites.answer({ codigo: bia.codigo, isRecusa: false, now: NOW, isClosed: false }, anAutor())
    expect(await listed()).toEqual([['Bia', 2, ''], ...still])
    expect(await painel.count(NOW)).toMatchObject({ confirmados: 3, semResposta: 5, recusaram: 0 })
    await convites.answer({ codigo: caio.codigo, isRecusa: true, now: NOW, isClosed: true }, anAutor())
    expect(await listed()).toEqual([
      ['Bia', 2, ''],
      ['Caio Sá', 0, ''],
      ['Prefeito', 1, ''],
    ])
    expect(await empresas.find(mesa, NOW)).toMatchObject({ left: 4, pessoais: 2 })
  }),
  it('count adds up companies, guests, live holds, what is left, and who is inside', async (harness) => {
    const { empresas, entradas, painel } = harness.storage
    const pessoas = { desistiram: 0, semResposta: 0, recusaram: 0 }
    const zero = { ...pessoas, convites: 0, confirmados: 0, reservados: 0, pessoais: 0, livres: 0, dentro: 0 }
    expect(await painel.count(NOW)).toEqual(zero)
    await harness.putEmpresa(anEmpresa({ empresaid: 'texto', icredencial: '20', licredencial: ' 5' }))
    await harness.putEmpresa(anEmpresa({ empresaid: 'cheia', icredencial: 3, licredencial: 8 }))
    const mesa = await withEmpresa(harness, 4)
    const [ana] = [await aConvidado(harness, mesa), await aConvidado(harness)]
    await empresas.claim(aClaim(mesa))
    await empresas.claim(aClaim(mesa, { now: NOW - 60_000 }))
    await entradas.add([anEntrada(ana)], null)
    expect(await painel.count(NOW)).toEqual({
      ...pessoas,
      convites: 29,
      confirmados: 2,
      reservados: 2,
      pessoais: 0,
      livres: 15 + 1,
      dentro: 1,
    })
    const later = await painel.count(NOW + HOLD_MS - 60_000)
    expect([later.reservados, later.livres]).toEqual([1, 15 + 2])
  }),
  it('a guest who withdrew is no confirmed one, on no day, until they come back or come all the same', async (harness) => {
    const { convites, desistencias, entradas, painel } = harness.storage
    const mesa = await withEmpresa(harness, 4)
    const [ana, rui, eva] = [
      await aConvidado(harness, mesa),
      await aConvidado(harness, mesa),
      await aConvidado(harness),
    ]
    const novo = { codigo: unique('codigo'), rotulo: 'Tia Lúcia', reservaid: unique('r'), sid: unique('s') }
    await convites.create(mesa, [novo], NOW, anAutor())
    const numeros = async () => {
      const { confirmados, reservados, pessoais, livres, dentro } = await painel.count(NOW)
      const days = await painel.countPerDay(SAO_PAULO_MS)
      expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(confirmados)
      return [confirmados, reservados, pessoais, livres, dentro]
    }
    expect(await numeros()).toEqual([3, 0, 1, 1, 0])
    const asked = { empresaid: null, now: NOW, isClosed: false }
    for (const credencialid of [ana, rui, eva])
      await desistencias.withdraw({ ...asked, credencialid }, anAutor())
    expect(await numeros()).toEqual([0, 2, 1, 1, 0])
    await entradas.add([anEntrada(rui)], null)
    expect(await numeros()).toEqual([1, 2, 1, 1, 1])
    await desistencias.undo({ credencialid: ana, now: NOW, isClosed: false }, anAutor())
    expect(await numeros()).toEqual([2, 1, 1, 1, 1])
  }),
  it('a company nobody can count for is in no sum, and keeps no other from being counted', async (harness) => {
    const { painel } = harness.storage
    await withEmpresa(harness, 4)
    for (const fields of [{ icredencial: 'abc' }, { licredencial: -1 }, { licredencial: 2.5 }])
      await harness.putEmpresa(anEmpresa(fields))
    expect(await painel.count(NOW)).toMatchObject({ convites: 6, livres: 4 })
  }),
  it('dataVersion, where storage has one, is another after each thing that is stored, and the same while nothing is', async (harness) => {
    const { painel, entradas, credenciais, equipe } = harness.storage
    if ((await painel.dataVersion()) === null) return
    const versions = [await painel.dataVersion()]
    const empresaid = await withEmpresa(harness)
    versions.push(await painel.dataVersion())
    const id = await aConvidado(harness, empresaid)
    versions.push(await painel.dataVersion())
    await entradas.add([anEntrada(id)], null)
    versions.push(await painel.dataVersion())
    await credenciais.remove(id, true, anAutor())
    versions.push(await painel.dataVersion())
    expect(new Set(versions).size).toBe(versions.length)
    for (const read of [() => painel.count(NOW), () => equipe.list(), () => painel.search([EVERYBODY], 0, 9)])
      await read()
    expect(await painel.dataVersion()).toBe(versions.at(-1))
  }),
  it('countPerDay counts by the day of the event’s time zone, and leaves ids of other products out', async (harness) => {
    const midnight = Date.parse('2027-09-02T00:00:00-03:00')
    for (const now of [midnight - 1, midnight, midnight + 86_399_999, midnight + 3 * 86_400_000])
      await aConvidado(harness, null, { now })
    const other = { empresaid: '', usuarioid: '', cpf: '1', nome: 'JOÃO', telefone: '', email: '' }
    for (const credencialid of ['joao.silva', '16', '19000000000000'])
      await harness.putCredencial({ ...other, qrcode: '', tipo: '', controle: '', credencialid })
    expect(await harness.storage.painel.countPerDay(SAO_PAULO_MS)).toEqual([
      { from: midnight - 86_400_000, count: 1 },
      { from: midnight, count: 2 },
      { from: midnight + 3 * 86_400_000, count: 1 },
    ])
  }),
  it('arrivals are counted by the first admission of each guest, in stretches, and by company', async (harness) => {
    const { entradas, painel, credenciais } = harness.storage
    const step = 600_000
    const at = Math.ceil(NOW / step) * step
    const [mesa, outra] = [await withEmpresa(harness), await withEmpresa(harness)]
    const ids = [
      await aConvidado(harness, mesa),
      await aConvidado(harness, mesa),
      await aConvidado(harness, outra),
    ]
    const [ana = '', rui = '', eva = ''] = ids
    const open = await aConvidado(harness)
    await aConvidado(harness, outra)
    const enter = (id: string, lidaem: number, seq = 1) =>
      entradas.add([anEntrada(id, { lidaem, seq })], null)
    await enter(ana, at + step - 1)
    await enter(ana, at + 5 * step, 2)
    await enter(rui, at)
    await enter(open, at + 2 * step)
    await enter(eva, at - 1)
    expect(await painel.countArrivals(at, at + 9 * step, step)).toEqual([
      { from: at, count: 2 },
      { from: at + 2 * step, count: 1 },
    ])
    expect(await painel.countArrivals(at - 1, at, step)).toEqual([{ from: at - step, count: 1 }])
    expect(await painel.countInsideByEmpresa()).toEqual(
      new Map([
        [mesa, 2],
        [outra, 1],
      ]),
    )
    await credenciais.remove(rui, true, anAutor())
    expect(await painel.countInsideByEmpresa()).toEqual(
      new Map([
        [mesa, 1],
        [outra, 1],
      ]),
    )
    expect((await painel.count(NOW)).dentro).toBe(3)
  }),
]
