import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ConvidadoNaPorta } from '../../server/domain/porta-repo.ts'
import type { Registro } from '../../server/domain/transfer.ts'
import { aClaim, anAutor, anEmpresa, anEntrada, aRegister, NOW, unique } from '../support/factories.ts'
import { aConvidado, atOnce, withEmpresa } from './convidados.ts'
import type { ContractCase, Harness } from './harness.ts'

const byId = (a: { credencialid: string }, b: { credencialid: string }) =>
  a.credencialid < b.credencialid ? -1 : 1

const sorted = (convidados: Iterable<ConvidadoNaPorta>) =>
  [...convidados]
    .map((convidado) => ({
      ...convidado,
      entradas: [...convidado.entradas].sort((a, b) => (a.entradaid < b.entradaid ? -1 : 1)),
    }))
    .sort(byId)

/** A phone of the door: it has the list as it heard it, and asks from its mark on. */
function aPhone({ storage }: Harness) {
  let marca: string | null = null
  const list = new Map<string, ConvidadoNaPorta>()
  return {
    list: () => sorted(list.values()),
    /** @returns who was told of */
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

const whole = async ({ storage }: Harness) => sorted((await storage.porta.since(null)).convidados)

/**
 * A guest of a company, known to a phone, and one act: the phone is told of whom it changed, and has the whole list.
 * @param act answers the ids of the guests it changed, where they are not the one it is given
 */
function told(
  name: string,
  act: (harness: Harness, id: string, empresaid: string) => Promise<unknown>,
): ContractCase {
  return {
    name: `the door is told of ${name}`,
    async run(harness) {
      const empresaid = await withEmpresa(harness)
      const id = await aConvidado(harness, empresaid)
      await aConvidado(harness)
      const phone = aPhone(harness)
      await phone.sync()
      const changed = await act(harness, id, empresaid)
      const heard = await phone.sync()
      expect([...heard]).toEqual(expect.arrayContaining(Array.isArray(changed) ? changed : [id]))
      expect(phone.list()).toEqual(await whole(harness))
    },
  }
}

const withdrawal = (credencialid: string) => ({ credencialid, empresaid: null, now: NOW, isClosed: false })

async function carriedFrom({ storage }: Harness): Promise<Registro[]> {
  const registros: Registro[] = []
  for await (const registro of storage.transfer.read()) registros.push(registro)
  return registros
}

export const portaCases: ContractCase[] = [
  {
    name: 'without a mark the door gets every guest, whole',
    async run(harness) {
      const { storage } = harness
      expect(await storage.porta.since(null)).toMatchObject({
        isInteira: true,
        convidados: [],
        removidos: [],
      })
      const empresaid = await withEmpresa(harness)
      const cadastro = { nome: 'ANA LIMA', telefone: '65987655432', email: 'ana@example.org' }
      const ana = await aConvidado(harness, empresaid, { cadastro })
      const rui = await aConvidado(harness, null, { cadastro: { ...cadastro, nome: 'RUI SÁ' } })
      await storage.credenciais.renewLink(ana, anAutor())
      await storage.desistencias.withdraw(withdrawal(rui), anAutor())
      const entrada = anEntrada(ana, { modo: 'camera', desvio: -7 })
      const annulment = anEntrada(ana, { anula: entrada.entradaid, seq: 2 })
      await storage.entradas.add([entrada, annulment], null)
      const { telefone } = cadastro
      expect(await whole(harness)).toEqual(
        sorted([
          {
            ...{ credencialid: ana, nome: 'ANA LIMA', telefone, versao: 1, mesa: 'Fazenda Santa Clara' },
            ...{ isRetirado: false, entradas: [entrada, annulment] },
          },
          {
            ...{ credencialid: rui, nome: 'RUI SÁ', telefone, versao: 0, mesa: null },
            ...{ isRetirado: true, entradas: [] },
          },
        ]),
      )
    },
  },
  {
    name: 'a mark that is none of this storage’s gets every guest',
    async run(harness) {
      const id = await aConvidado(harness)
      const { marca } = await harness.storage.porta.since(null)
      for (const foreign of ['', '1', 'x', '-1', 'outro.0', `${marca}x`, `x${marca}`, `${marca}.1`]) {
        const answer = await harness.storage.porta.since(foreign)
        expect([foreign, answer.isInteira, answer.removidos]).toEqual([foreign, true, []])
        expect(answer.convidados.map(({ credencialid }) => credencialid)).toEqual([id])
      }
    },
  },
  told('a guest who registers', async (harness, _, empresaid) => [await aConvidado(harness, empresaid)]),
  told('a guest of the public form whom a company invites', async (harness, _, empresaid) => {
    const request = aRegister()
    const credencialid = await aConvidado(harness, null, request)
    const again = { ...request, claim: aClaim(empresaid) }
    expect((await harness.storage.credenciais.register(again)).kind).toBe('already-registered')
    return [credencialid]
  }),
  told('a correction', async ({ storage }, credencialid) => {
    const cadastro = { nome: 'ANA DE LIMA', telefone: '65987655433', email: '' }
    await storage.credenciais.correct({ credencialid, cadastro, chave: unique('chave') }, anAutor())
  }),
  told('a guest who is moved, and moved out', async (harness, credencialid) => {
    const { credenciais } = harness.storage
    const phone = aPhone(harness)
    const other = anEmpresa({ nome: 'Sindicato' })
    await harness.putEmpresa(other)
    for (const empresaid of [other.empresaid, null]) {
      await phone.sync()
      await credenciais.move({ credencialid, empresaid, reservaid: unique('reserva'), now: NOW }, anAutor())
      expect([...(await phone.sync())]).toContain(credencialid)
    }
  }),
  told('a link that is renewed', async ({ storage }, id) => {
    expect(await storage.credenciais.renewLink(id, anAutor())).toBe(1)
  }),
  told('a withdrawal, and of the guest who comes after all', async (harness, credencialid) => {
    const { desistencias } = harness.storage
    const phone = aPhone(harness)
    await phone.sync()
    await desistencias.withdraw(withdrawal(credencialid), anAutor())
    expect([...(await phone.sync())]).toContain(credencialid)
    const asked = { credencialid, reservaid: unique('reserva'), now: NOW, isClosed: false }
    expect((await desistencias.undo(asked, anAutor())).kind).toBe('returned')
  }),
  told('a guest of the public form who withdraws', async (harness) => {
    const { desistencias } = harness.storage
    const id = await aConvidado(harness)
    await desistencias.withdraw(withdrawal(id), anAutor())
    return [id]
  }),
  told('an admission, and its annulment', async (harness, id) => {
    const { entradas } = harness.storage
    const phone = aPhone(harness)
    await phone.sync()
    const entrada = anEntrada(id)
    await entradas.add([entrada], null)
    expect([...(await phone.sync())]).toContain(id)
    await entradas.add([anEntrada(id, { anula: entrada.entradaid, seq: 2 })], anAutor())
  }),
  told('two guests who are one', async (harness, id, empresaid) => {
    const other = await aConvidado(harness, empresaid)
    await harness.storage.entradas.add([anEntrada(other)], null)
    const phone = aPhone(harness)
    await phone.sync()
    await harness.storage.credenciais.merge(id, other, anAutor())
    expect([...(await phone.sync())].sort()).toEqual(expect.arrayContaining([id, other].sort()))
    expect(phone.list()).toEqual(await whole(harness))
    return [id]
  }),
  told('a guest who is removed', async ({ storage }, id) => {
    await storage.credenciais.remove(id, true, anAutor())
  }),
  told('a guest who is removed and registers again', async (harness, id, empresaid) => {
    const request = aRegister({ claim: aClaim(empresaid) })
    const first = await aConvidado(harness, null, request)
    const phone = aPhone(harness)
    await phone.sync()
    await harness.storage.credenciais.remove(first, true, anAutor())
    const again = { ...request, claim: aClaim(empresaid), autor: anAutor() }
    const second = await aConvidado(harness, null, again)
    await phone.sync()
    expect(phone.list()).toEqual(await whole(harness))
    await harness.storage.credenciais.remove(id, false, anAutor())
    return [second, id]
  }),
  told('a company that is renamed, for its guests', async ({ storage }, _, empresaid) => {
    const row = { empresaid, nome: 'Fazenda Nova', contato: 'Ana', icredencial: 9, licredencial: 2 }
    expect((await storage.empresas.importRows([row], false, anAutor())).updated).toBe(1)
  }),
  told('guests that are carried here from another storage, and taken out again', async (harness, id) => {
    const registros = await carriedFrom(harness)
    const phone = aPhone(harness)
    await harness.storage.credenciais.remove(id, true, anAutor())
    await phone.sync()
    await harness.storage.transfer.write(registros)
    expect([...(await phone.sync())]).toContain(id)
    expect(phone.list()).toEqual(await whole(harness))
    await harness.storage.transfer.erase([id])
  }),
  {
    name: 'a guest who changes again and again is told as they are now, and a phone that comes back late hears of all',
    async run(harness) {
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
    },
  },
  {
    name: 'a fact of nobody on the list, or of a guest removed since, is no guest of the door',
    async run(harness) {
      const { credenciais, entradas } = harness.storage
      const id = await aConvidado(harness)
      const phone = aPhone(harness)
      await phone.sync()
      await credenciais.remove(id, true, anAutor())
      await entradas.add([anEntrada(''), anEntrada(id), anEntrada('de-outro-produto')], null)
      await phone.sync()
      expect(phone.list()).toEqual([])
      expect(await whole(harness)).toEqual([])
    },
  },
  {
    name: 'a mark from before everything was erased leads to the list as it is since',
    async run(harness) {
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
    },
  },
  {
    name: 'a phone that asks while guests register, are admitted, re-linked and removed at once misses none',
    isRace: true,
    async run(harness) {
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
          () =>
            n % 4 === 3 ? credenciais.remove(id, true, anAutor()) : credenciais.renewLink(id, anAutor()),
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
    },
  },
  {
    name: 'facts from five phones at once are each told to every other, whatever order they are stored in',
    isRace: true,
    async run(harness) {
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
    },
  },
]
