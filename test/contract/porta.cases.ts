import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'vitest'
import { createPortaList } from '../../server/use-cases/porta-list.ts'
import type { ConvidadoNaPorta } from '../../server/domain/porta-repo.ts'
import { aCadastro, anAutor, anEmpresa, anEntrada, aRegister, NOW } from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import { aConvidado, atOnce, withEmpresa } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

const byId = (a: { credencialid: string }, b: { credencialid: string }) =>
  a.credencialid < b.credencialid ? -1 : 1

export const sorted = (convidados: Iterable<ConvidadoNaPorta>) =>
  [...convidados]
    .map((convidado) => ({
      ...convidado,
      entradas: [...convidado.entradas].sort((a, b) => (a.entradaid < b.entradaid ? -1 : 1)),
    }))
    .sort(byId)

/** A phone at the door: it keeps the list as it received it, and asks from its mark on. */
export function aPhone({ storage }: Harness) {
  let marca: string | null = null
  const list = new Map<string, ConvidadoNaPorta>()
  return {
    list: () => sorted(list.values()),
    /** @returns the guests it heard of */
    async sync(): Promise<Set<string>> {
      const told = await storage.porta.since(marca)
      if (told.isInteira) list.clear()
      for (const convidado of told.convidados) list.set(convidado.credencialid, convidado)
      for (const id of told.removidos) list.delete(id)
      const isFirst = marca === null
      marca = told.marca
      expect(told.isInteira).toBe(isFirst)
      return new Set([...told.convidados.map(({ credencialid }) => credencialid), ...told.removidos])
    },
  }
}

/** The list that a phone without one gets. */
export const whole = async ({ storage }: Harness) => sorted((await storage.porta.since(null)).convidados)

export const desistencia = (credencialid: string) => ({
  credencialid,
  empresaid: null,
  now: NOW,
  isClosed: false,
})

export const cases: ContractCase[] = [
  it('without a mark the door gets every guest, whole', async (harness) => {
    const { storage } = harness
    expect(await storage.porta.since(null)).toMatchObject({
      isInteira: true,
      convidados: [],
      removidos: [],
    })
    const empresaid = await withEmpresa(harness)
    const cadastro = aCadastro({ nome: 'ANA LIMA', telefone: '65987655432', email: 'ana@example.org' })
    const ana = await aConvidado(harness, empresaid, { cadastro })
    const rui = await aConvidado(harness, null, { cadastro: { ...cadastro, nome: 'RUI SÁ' } })
    await storage.credenciais.renewLink(ana, anAutor())
    await storage.desistencias.withdraw(desistencia(rui), anAutor())
    const entrada = anEntrada(ana, { modo: 'camera', desvio: -7 })
    const annulment = anEntrada(ana, { anula: entrada.entradaid, seq: 2 })
    await storage.entradas.add([entrada, annulment], null)
    const { telefone } = cadastro
    expect(await whole(harness)).toEqual(
      sorted([
        {
          credencialid: ana,
          nome: 'ANA LIMA',
          telefone,
          versao: 1,
          outros: [],
          grupo: null,
          mesa: { empresaid, nome: 'Fazenda Santa Clara', numero: '' },
          isRetirado: false,
          entradas: [entrada, annulment],
        },
        {
          credencialid: rui,
          nome: 'RUI SÁ',
          telefone,
          versao: 0,
          outros: [],
          grupo: null,
          mesa: null,
          isRetirado: true,
          entradas: [],
        },
      ]),
    )
  }),
  it('a mark that is none of this storage’s gets every guest', async (harness) => {
    const id = await aConvidado(harness)
    const { marca } = await harness.storage.porta.since(null)
    for (const foreign of ['', '1', 'x', '-1', 'outro.0', `${marca}x`, `x${marca}`, `${marca}.1`]) {
      const answer = await harness.storage.porta.since(foreign)
      expect([foreign, answer.isInteira, answer.removidos]).toEqual([foreign, true, []])
      expect(answer.convidados.map(({ credencialid }) => credencialid)).toEqual([id])
    }
  }),
  it('a guest who changes again and again is told as they are now, and a phone that comes back late hears of all', async (harness) => {
    const { credenciais, entradas } = harness.storage
    const ids = [await aConvidado(harness), await aConvidado(harness), await aConvidado(harness)]
    const [late, often] = [aPhone(harness), aPhone(harness)]
    await late.sync()
    for (const id of [...ids, ...ids]) {
      await credenciais.renewLink(id, anAutor())
      await entradas.add([anEntrada(id)], null)
      await often.sync()
    }
    await credenciais.remove(ids[1] ?? '', true, anAutor())
    for (const phone of [late, often]) {
      await phone.sync()
      expect(phone.list()).toEqual(await whole(harness))
      expect(phone.list().map(({ versao }) => versao)).toEqual([2, 2])
    }
  }),
  it('a fact of nobody on the list, or of a guest removed since, is no guest of the door', async (harness) => {
    const { credenciais, entradas } = harness.storage
    const id = await aConvidado(harness)
    const phone = aPhone(harness)
    await phone.sync()
    await credenciais.remove(id, true, anAutor())
    await entradas.add([anEntrada(''), anEntrada(id), anEntrada('de-outro-produto')], null)
    await phone.sync()
    expect(phone.list()).toEqual([])
    expect(await whole(harness)).toEqual([])
  }),
  it('a mark from before everything was erased leads to the list as it is since', async (harness) => {
    const { credenciais, porta, entradas } = harness.storage
    const [ana, rui] = [await aConvidado(harness), await aConvidado(harness)]
    await entradas.add([anEntrada(ana)], null)
    const { marca, convidados } = await porta.since(null)
    const list = new Set(convidados.map(({ credencialid }) => credencialid))
    expect([...list].sort()).toEqual([ana, rui].sort())
    await credenciais.erasePersonalData(anAutor())
    const late = await aConvidado(harness, null, { now: NOW + 60_000 })
    const answer = await porta.since(marca)
    if (answer.isInteira) list.clear()
    for (const { credencialid } of answer.convidados) list.add(credencialid)
    for (const id of answer.removidos) list.delete(id)
    expect([...list]).toEqual([late])
    expect(answer.convidados.find(({ credencialid }) => credencialid === late)?.entradas).toEqual([])
  }),
]

export const races: ContractCase[] = [
  it('a phone that asks while guests register, are admitted, re-linked and removed at once misses none', async (harness) => {
    const { credenciais, entradas } = harness.storage
    const empresaid = await withEmpresa(harness, 20)
    const ids = []
    for (let n = 0; n < 8; n++) ids.push(await aConvidado(harness, empresaid))
    const phone = aPhone(harness)
    await phone.sync()
    let left = 0
    const one = async (act: () => Promise<unknown>, n: number) => {
      left++
      for (let turn = 0; turn < n; turn++) await nextTurn()
      await act().finally(() => left--)
    }
    const acts = ids.flatMap((id, n) => [
      one(() => entradas.add([anEntrada(id)], null), 2 * n),
      one(
        () => (n % 4 === 3 ? credenciais.remove(id, true, anAutor()) : credenciais.renewLink(id, anAutor())),
        2 * n + 1,
      ),
      one(() => credenciais.register(aRegister({ now: NOW + 1000 * n })), n),
    ])
    while (left > 0) {
      await phone.sync()
      await nextTurn()
    }
    await Promise.all(acts)
    await phone.sync()
    expect(phone.list()).toEqual(await whole(harness))
  }),
  it('facts from five phones at once are each told to every other, whatever order they are stored in', async (harness) => {
    const id = await aConvidado(harness)
    const phones = [aPhone(harness), aPhone(harness)]
    for (const phone of phones) await phone.sync()
    await atOnce(5, async (n) => {
      await harness.storage.entradas.add([anEntrada(id, { aparelhoid: `aparelho-${n}` })], null)
      for (const phone of n === 0 ? phones : []) await phone.sync()
    })
    for (const phone of phones) {
      await phone.sync()
      expect(phone.list()[0]?.entradas).toHaveLength(5)
    }
  }),
  it('guests moved between two companies of one name at once, while a phone asks, stand each at the table they are of', async (harness) => {
    const { credenciais, porta } = harness.storage
    const tables: string[] = []
    for (const empresa of [1, 2].map(() => anEmpresa({ nome: 'ACME', icredencial: 9 }))) {
      await harness.putEmpresa(empresa)
      tables.push(empresa.empresaid)
    }
    const at = new Map<string, string | undefined>()
    for (let n = 0; n < 6; n++) at.set(await aConvidado(harness, tables[n % 2]), tables[(n + 1) % 2])
    const phone = aPhone(harness)
    await phone.sync()
    const moves = [...at].map(([credencialid, empresaid = ''], n) =>
      credenciais.move({ credencialid, empresaid, reservaid: `mudou-${n}`, now: NOW }, anAutor()),
    )
    await Promise.all([...moves, phone.sync()])
    await phone.sync()
    const mesaOf = new Map(phone.list().map(({ credencialid, mesa }) => [credencialid, mesa?.empresaid]))
    expect(mesaOf).toEqual(at)
    for (const empresaid of tables) await expectCounterToAgree(harness, empresaid, 0)
    const idOf = (credencialid: string, versao: number) => `${credencialid}/${versao}`
    const lista = await createPortaList({ tokenOf: idOf, codeOf: idOf })(await porta.since(null), 'fone')
    expect(lista.mesas).toEqual(['', 'ACME', 'ACME'])
    expect(new Set(lista.mesaids).size).toBe(3)
  }),
]
