import { expect } from 'vitest'
import { EVERYBODY, queriesOf } from '../../server/domain/guest-search.ts'
import type { GuestQuery } from '../../server/domain/painel-repo.ts'
import { aClaim, anAutor, anEmpresa, anEntrada, HOLD_MS, NOW, unique } from '../support/factories.ts'
import { aConvidado, withEmpresa } from './convidados.ts'
import type { ContractCase, Harness } from './harness.ts'

const SAO_PAULO_MS = -3 * 3_600_000

/** A guest of a name. @returns the credencialid */
const named = (harness: Harness, nome: string, telefone = '65987654321', email = '') =>
  aConvidado(harness, null, { cadastro: { nome, telefone, email } })

async function idsOf({ storage }: Harness, queries: GuestQuery[]): Promise<string[]> {
  const { convidados, total } = await storage.painel.search(queries, 0, 100)
  expect(total).toBe(convidados.length)
  return convidados.map(({ credencial }) => credencial.credencialid)
}

/** Whom a text that is typed finds. */
const found = (harness: Harness, typed: string) => idsOf(harness, queriesOf(typed) ?? [])

export const painelCases: ContractCase[] = [
  {
    name: 'count adds up companies, guests, live holds, what is left, and who is inside',
    async run(harness) {
      const { empresas, entradas, painel } = harness.storage
      const zero = { convites: 0, confirmados: 0, reservados: 0, pessoais: 0, livres: 0, dentro: 0 }
      expect(await painel.count(NOW)).toEqual(zero)
      await harness.putEmpresa(anEmpresa({ empresaid: 'texto', icredencial: '20', licredencial: ' 5' }))
      await harness.putEmpresa(anEmpresa({ empresaid: 'cheia', icredencial: 3, licredencial: 8 }))
      const mesa = await withEmpresa(harness, 4)
      const [ana] = [await aConvidado(harness, mesa), await aConvidado(harness)]
      await empresas.claim(aClaim(mesa))
      await empresas.claim(aClaim(mesa, { now: NOW - 60_000 }))
      await entradas.add([anEntrada(ana)], null)
      expect(await painel.count(NOW)).toEqual({
        ...{ convites: 29, confirmados: 2, reservados: 2, pessoais: 0, livres: 15 + 1, dentro: 1 },
      })
      const later = await painel.count(NOW + HOLD_MS - 60_000)
      expect([later.reservados, later.livres]).toEqual([1, 15 + 2])
    },
  },
  {
    name: 'a guest who withdrew is no confirmed one, on no day, until they come back or come all the same',
    async run(harness) {
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
        const { confirmados, pessoais, livres, dentro } = await painel.count(NOW)
        const days = await painel.countPerDay(SAO_PAULO_MS)
        expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(confirmados)
        return [confirmados, pessoais, livres, dentro]
      }
      expect(await numeros()).toEqual([3, 1, 1, 0])
      const asked = { empresaid: null, now: NOW, isClosed: false }
      for (const credencialid of [ana, rui, eva])
        await desistencias.withdraw({ ...asked, credencialid }, anAutor())
      expect(await numeros()).toEqual([0, 1, 3, 0])
      await entradas.add([anEntrada(rui)], null)
      expect(await numeros()).toEqual([1, 1, 3, 1])
      const reservaid = unique('reserva')
      await desistencias.undo({ credencialid: ana, reservaid, now: NOW, isClosed: false }, anAutor())
      expect(await numeros()).toEqual([2, 1, 2, 1])
    },
  },
  {
    name: 'a search says who withdrew, and so does the list of those a company had',
    async run(harness) {
      const { credenciais, desistencias, painel } = harness.storage
      const [mesa, outra] = [await withEmpresa(harness), await withEmpresa(harness)]
      const [ana, bia, eva] = [
        await named(harness, 'ANA', '65987654321'),
        await aConvidado(harness, mesa, { cadastro: { nome: 'BIA', telefone: '65987654322', email: '' } }),
        await aConvidado(harness, mesa, { cadastro: { nome: 'EVA', telefone: '65987654323', email: '' } }),
      ]
      const namesOf = async (empresaid: string) =>
        (await painel.listWithdrawn(empresaid)).map(({ credencial, desistencia }) => [
          credencial.nome,
          desistencia?.por,
        ])
      expect(await namesOf(mesa)).toEqual([])
      const at = { now: NOW + 1, isClosed: false }
      for (const credencialid of [ana, eva])
        await desistencias.withdraw({ ...at, credencialid, empresaid: null }, anAutor())
      await desistencias.withdraw({ ...at, credencialid: bia, empresaid: mesa }, anAutor())
      expect((await painel.search([EVERYBODY], 0, 9)).convidados).toMatchObject([
        { empresa: null, desistencia: { credencialid: ana, em: NOW + 1, por: 'convidado', empresaid: null } },
        { empresa: null, desistencia: { credencialid: bia, em: NOW + 1, por: 'mesa', empresaid: mesa } },
        { empresa: null, desistencia: { credencialid: eva, por: 'convidado' } },
      ])
      expect(await namesOf(mesa)).toEqual([
        ['BIA', 'mesa'],
        ['EVA', 'convidado'],
      ])
      const reservaid = unique('reserva')
      await desistencias.undo({ credencialid: eva, reservaid, now: NOW + 2, isClosed: false }, anAutor())
      await credenciais.remove(bia, true, anAutor())
      expect([await namesOf(mesa), await namesOf(outra)]).toEqual([[], []])
      const [first, second] = (await painel.search([EVERYBODY], 0, 9)).convidados
      expect([first?.desistencia?.em, second?.desistencia]).toEqual([NOW + 1, null])
    },
  },
  {
    name: 'a company nobody can count for is in no sum, and keeps no other from being counted',
    async run(harness) {
      const { painel } = harness.storage
      await withEmpresa(harness, 4)
      for (const fields of [{ icredencial: 'abc' }, { licredencial: -1 }, { licredencial: 2.5 }])
        await harness.putEmpresa(anEmpresa(fields))
      expect(await painel.count(NOW)).toMatchObject({ convites: 6, livres: 4 })
    },
  },
  {
    name: 'dataVersion, where storage has one, is another after each thing that is stored, and the same while nothing is',
    async run(harness) {
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
      for (const read of [
        () => painel.count(NOW),
        () => equipe.list(),
        () => painel.search([EVERYBODY], 0, 9),
      ])
        await read()
      expect(await painel.dataVersion()).toBe(versions.at(-1))
    },
  },
  {
    name: 'countPerDay counts by the day of the event’s time zone, and leaves ids of other products out',
    async run(harness) {
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
    },
  },
  {
    name: 'arrivals are counted by the first admission of each guest, in stretches, and by company',
    async run(harness) {
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
    },
  },
  {
    name: 'a name is found by all words, in any order, by parts, without accents or particles',
    async run(harness) {
      const jose = await named(harness, "JOSÉ D'ÁVILA DOS SANTOS")
      const maria = await named(harness, 'MARIA DAS DORES SANTOS')
      expect(await found(harness, 'santos josé')).toEqual([jose])
      expect(await found(harness, 'SANTOS DE JOSE DAVILA')).toEqual([jose])
      expect(await found(harness, 'sant dor')).toEqual([maria])
      expect(await found(harness, 'santos')).toEqual([jose, maria])
      expect(await found(harness, 'santos pedro')).toEqual([])
    },
  },
  {
    name: 'a phone is found with and without the ninth digit, a landline by its own digits alone',
    async run(harness) {
      const today = await named(harness, 'ANA', '65987654321')
      const former = await named(harness, 'EVA', '6587654321')
      const landline = await named(harness, 'RUI', '6536421234')
      expect(await found(harness, '(65) 98765-4321')).toEqual([today, former])
      expect(await found(harness, '65 8765-4321')).toEqual([today, former])
      expect(await found(harness, '3642-1234')).toEqual([landline])
      expect(await found(harness, '65936421234')).toEqual([])
    },
  },
  {
    name: 'an e-mail is found by any part, an id whole, and a CPF by its digits, alone or together',
    async run(harness) {
      const ana = await named(harness, 'ANA', '65987654321', 'Ana.Souza@Exemplo.com')
      const rui = await named(harness, 'RUI', '65911112222')
      expect(await found(harness, 'souza@EXEMPLO')).toEqual([ana])
      expect(await found(harness, rui)).toEqual([rui])
      expect(await found(harness, rui.slice(0, -1))).toEqual([])
      const all = { ...EVERYBODY, words: ['ANA'], telefone: '8765', email: 'souza', credencialid: ana }
      expect(await idsOf(harness, [all])).toEqual([ana])
      expect(await idsOf(harness, [{ ...all, words: ['RUI'] }])).toEqual([])
      expect(await idsOf(harness, [{ ...EVERYBODY, cpf: '52998224725' }])).toEqual([])
      expect(await idsOf(harness, [{ ...EVERYBODY, cpf: '00000000000' }])).toEqual([ana, rui])
      expect(queriesOf('000.000.000-00')).toBeNull()
    },
  },
  {
    name: 'guests of a company, of none, and of a company or a name, with company and admission',
    async run(harness) {
      const { entradas, painel } = harness.storage
      const mesa = await withEmpresa(harness)
      const [at, open] = [await aConvidado(harness, mesa), await named(harness, 'ZULMIRA')]
      await aConvidado(harness, await withEmpresa(harness))
      await entradas.add([anEntrada(at)], null)
      const { convidados } = await painel.search([{ ...EVERYBODY, empresaid: mesa }], 0, 10)
      expect(convidados).toMatchObject([
        { credencial: { credencialid: at }, versao: 0, empresa: { empresaid: mesa }, dentroDesde: NOW },
      ])
      expect(await idsOf(harness, [{ ...EVERYBODY, empresaid: null }])).toEqual([open])
      const either = [
        { ...EVERYBODY, words: ['ZULMIRA'] },
        { ...EVERYBODY, empresaid: mesa },
      ]
      expect(await idsOf(harness, either)).toEqual([at, open])
      expect(await idsOf(harness, [{ ...EVERYBODY, empresaid: mesa, words: ['ZULMIRA'] }])).toEqual([])
      expect(await idsOf(harness, [])).toEqual([])
    },
  },
  {
    name: 'guests come by folded name, then id, a page at a time, with how many there are',
    async run(harness) {
      const { painel } = harness.storage
      const ids: string[] = []
      for (const nome of ['ÉVA', 'ANA', 'EVA', 'Zé', 'ana b']) ids.push(await named(harness, nome))
      const [eva, ana, eva2, ze, anab] = ids
      const page = async (offset: number, limit: number) => {
        const { convidados, total } = await painel.search([EVERYBODY], offset, limit)
        return [convidados.map(({ credencial }) => credencial.credencialid), total]
      }
      expect(await page(0, 3)).toEqual([[ana, anab, eva], 5])
      expect(await page(3, 3)).toEqual([[eva2, ze], 5])
      expect(await page(9, 3)).toEqual([[], 5])
    },
  },
  {
    name: 'a guest who was corrected, moved or removed is found by what they are now',
    async run(harness) {
      const { credenciais } = harness.storage
      const mesa = await withEmpresa(harness)
      const id = await named(harness, 'ANA VELHA')
      const cadastro = { nome: 'ANA NOVA', telefone: '65911112222', email: 'nova@exemplo.com' }
      await credenciais.correct({ credencialid: id, cadastro, chave: unique('chave') }, anAutor())
      for (const former of ['velha', '987654321']) expect(await found(harness, former)).toEqual([])
      for (const present of ['nova', '11112222', 'nova@']) expect(await found(harness, present)).toEqual([id])
      await credenciais.move({ credencialid: id, empresaid: mesa, reservaid: 'r', now: NOW }, anAutor())
      expect(await idsOf(harness, [{ ...EVERYBODY, empresaid: mesa }])).toEqual([id])
      await credenciais.remove(id, true, anAutor())
      expect(await found(harness, 'nova')).toEqual([])
    },
  },
  {
    name: 'repeated guests are those of one phone in old and new form and one name but for accents, particles and order',
    async run(harness) {
      const group = [
        await named(harness, 'JOÃO DA SILVA', '65987654321'),
        await named(harness, 'SILVA JOAO', '6587654321'),
      ]
      const other = [await named(harness, 'ANA', '6536421234'), await named(harness, 'Ana', '6536421234')]
      await named(harness, 'JOÃO DA SILVA', '65987654322')
      await named(harness, 'JOÃO SILVA NETO', '65987654321')
      // The landline has the last eight digits of a mobile: two people.
      await named(harness, 'ANA', '65936421234')
      const groups = await harness.storage.painel.findRepetidos()
      expect(groups).toHaveLength(2)
      expect(groups).toEqual(expect.arrayContaining([group, other]))
      await harness.storage.credenciais.merge(group[0] ?? '', group[1] ?? '', anAutor())
      expect(await harness.storage.painel.findRepetidos()).toEqual([other])
    },
  },
]
