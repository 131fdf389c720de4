import { expect } from 'vitest'
import { estadoOf } from '../../server/domain/estado-do-convite.ts'
import type { ReturnRequest, WithdrawalRequest } from '../../server/domain/desistencia.ts'
import { CONVIDADO } from '../../server/domain/historico.ts'
import { aClaim, anAutor, anEntrada, aRegister, HOLD_MS, NOW, unique } from '../support/factories.ts'
import {
  aConvidado,
  atOnce,
  empresaOf,
  expectForgotten,
  feitosIn,
  kindsOf,
  usedOf,
  withEmpresa,
} from './convidados.ts'
import type { ContractCase, Harness } from './harness.ts'

const LATER = NOW + 60_000

const aWithdrawal = (credencialid: string, fields: Partial<WithdrawalRequest> = {}): WithdrawalRequest => ({
  ...{ credencialid, empresaid: null, now: LATER, isClosed: false },
  ...fields,
})

const aReturn = (credencialid: string, fields: Partial<ReturnRequest> = {}): ReturnRequest => ({
  ...{ credencialid, reservaid: unique('reserva'), now: LATER + 1, isClosed: false },
  ...fields,
})

const withdraw = ({ storage }: Harness, credencialid: string, fields: Partial<WithdrawalRequest> = {}) =>
  storage.desistencias.withdraw(aWithdrawal(credencialid, fields), anAutor())

const undo = ({ storage }: Harness, credencialid: string, fields: Partial<ReturnRequest> = {}) =>
  storage.desistencias.undo(aReturn(credencialid, fields), anAutor())

const leftOf = async ({ storage }: Harness, empresaid: string) =>
  (await storage.empresas.find(empresaid, NOW))?.left

const atosOf = async (harness: Harness, alvo: string) =>
  (await feitosIn(harness, { alvo })).map(({ ato, detalhe }) => [ato, detalhe])

const byCredencial = (a: { credencialid: string }, b: { credencialid: string }) =>
  a.credencialid < b.credencialid ? -1 : 1

export const desistenciaCases: ContractCase[] = [
  {
    name: 'a guest who withdraws gives the invitation back once, and DESFAZER takes one again',
    async run(harness) {
      const empresaid = await withEmpresa(harness, 2)
      const id = await aConvidado(harness, empresaid)
      const { desistencias } = harness.storage
      expect(await withdraw(harness, id)).toEqual({ kind: 'withdrawn', empresaid })
      expect(await withdraw(harness, id)).toEqual({ kind: 'already-withdrawn' })
      expect(await leftOf(harness, empresaid)).toBe(2)
      expect(await empresaOf(harness, id)).toBeNull()
      await expectForgotten(harness, empresaid, [id])
      expect(await desistencias.find(id)).toMatchObject({ por: 'convidado', em: LATER, desfeitaem: null })
      expect([...(await desistencias.list()).keys()]).toEqual([id])

      expect(await undo(harness, id)).toEqual({ kind: 'returned', empresaid })
      expect(await undo(harness, id)).toEqual({ kind: 'not-withdrawn' })
      expect(await usedOf(harness, [empresaid])).toEqual([1])
      expect(await empresaOf(harness, id)).toBe(empresaid)
      expect(await desistencias.find(id)).toMatchObject({ desfeitaem: LATER + 1 })
      expect((await desistencias.list()).size).toBe(0)
      expect(await withdraw(harness, id)).toEqual({ kind: 'withdrawn', empresaid })
      expect(await atosOf(harness, id)).toEqual([
        ['desistiu', empresaid],
        ['voltou', empresaid],
        ['desistiu', empresaid],
      ])
    },
  },
  {
    name: 'a guest of the public form withdraws and comes back, and no company changes',
    async run(harness) {
      const id = await aConvidado(harness)
      expect(await withdraw(harness, id)).toEqual({ kind: 'withdrawn', empresaid: null })
      expect(await undo(harness, id)).toEqual({ kind: 'returned', empresaid: null })
      expect(await withdraw(harness, 'ninguem')).toEqual({ kind: 'credencial-not-found' })
      expect(await undo(harness, 'ninguem')).toEqual({ kind: 'not-withdrawn' })
      expect(await harness.storage.desistencias.find('ninguem')).toBeNull()
    },
  },
  {
    name: 'a holder frees a place of the table alone, before the closing date, and the guest does not undo it',
    async run(harness) {
      const [empresaid, other] = [await withEmpresa(harness), await withEmpresa(harness)]
      const id = await aConvidado(harness, empresaid)
      expect(await withdraw(harness, id, { empresaid: other })).toEqual({ kind: 'credencial-not-found' })
      expect(await withdraw(harness, id, { empresaid, isClosed: true })).toEqual({ kind: 'closed' })
      expect(await withdraw(harness, id, { empresaid })).toEqual({ kind: 'withdrawn', empresaid })
      expect(await undo(harness, id)).toEqual({ kind: 'by-table' })
      expect(await usedOf(harness, [empresaid, other])).toEqual([0, 0])
      expect(await atosOf(harness, id)).toEqual([['liberou', empresaid]])
    },
  },
  {
    name: 'a guest who was admitted is not withdrawn; one whose admission was annulled is',
    async run(harness) {
      const empresaid = await withEmpresa(harness)
      const id = await aConvidado(harness, empresaid)
      const entrada = anEntrada(id)
      await harness.storage.entradas.add([entrada], null)
      for (const of of [null, empresaid])
        expect(await withdraw(harness, id, { empresaid: of })).toEqual({ kind: 'inside' })
      expect(await usedOf(harness, [empresaid])).toEqual([1])
      await harness.storage.entradas.add([anEntrada(id, { anula: entrada.entradaid, seq: 2 })], null)
      expect(await withdraw(harness, id)).toEqual({ kind: 'withdrawn', empresaid })
    },
  },
  {
    name: 'DESFAZER finds the table full, or the date past, and changes nothing',
    async run(harness) {
      const empresaid = await withEmpresa(harness, 1)
      const id = await aConvidado(harness, empresaid)
      await withdraw(harness, id)
      expect(await undo(harness, id, { isClosed: true })).toEqual({ kind: 'closed' })
      await aConvidado(harness, empresaid)
      expect(await undo(harness, id)).toEqual({ kind: 'limit-reached' })
      expect(await harness.storage.desistencias.find(id)).toMatchObject({ desfeitaem: null })
      expect(await usedOf(harness, [empresaid])).toEqual([1])
    },
  },
  {
    name: 'a guest who registers again with that name and phone is confirmed again',
    async run(harness) {
      const empresaid = await withEmpresa(harness, 3)
      const request = aRegister({ claim: aClaim(empresaid) })
      const registration = await harness.storage.credenciais.register(request)
      if (registration.kind !== 'registered') throw new Error(registration.kind)
      const { credencialid: id } = registration.credencial
      await withdraw(harness, id, { empresaid })
      const asGuest = (em: number) => ({ now: em, autor: anAutor({ quem: CONVIDADO, em }) })
      const again = { ...request, ...asGuest(LATER), claim: aClaim(empresaid, { now: LATER }) }
      expect((await harness.storage.credenciais.register(again)).kind).toBe('already-registered')
      expect(await harness.storage.desistencias.find(id)).toMatchObject({ desfeitaem: LATER })
      expect(await usedOf(harness, [empresaid])).toEqual([1])

      await withdraw(harness, id)
      await harness.storage.credenciais.register({ ...request, ...asGuest(LATER + 5), claim: null })
      expect(await harness.storage.desistencias.find(id)).toMatchObject({ desfeitaem: LATER + 5 })
      expect(await empresaOf(harness, id)).toBeNull()

      await withdraw(harness, id)
      const later = {
        ...request,
        now: LATER + 6,
        claim: null,
        autor: anAutor({ quem: 'ana', em: LATER + 6 }),
      }
      await harness.storage.credenciais.register(later)
      await harness.storage.credenciais.register({ ...request, ...asGuest(LATER + 7), claim: null })
      const voltas = await harness.storage.historico.list({ ato: 'voltou', alvo: id, after: null, limit: 9 })
      expect(voltas.map(({ quem, em, detalhe }) => [quem, em, detalhe])).toEqual([
        ['ana', LATER + 6, ''],
        ['convidado', LATER + 5, ''],
        ['convidado', LATER, empresaid],
      ])
    },
  },
  {
    name: 'a guest who withdrew and is given a company is confirmed again, and DESFAZER pays no second time',
    async run(harness) {
      const [empresaid, to] = [await withEmpresa(harness), await withEmpresa(harness)]
      const id = await aConvidado(harness, empresaid)
      await withdraw(harness, id)
      const { credenciais, desistencias } = harness.storage
      const request = { credencialid: id, empresaid: to, reservaid: unique('reserva'), now: LATER + 7 }
      expect(await credenciais.move(request, anAutor())).toEqual({ kind: 'moved', from: null })
      expect(await desistencias.find(id)).toMatchObject({ desfeitaem: LATER + 7 })
      expect(await undo(harness, id)).toEqual({ kind: 'not-withdrawn' })
      expect(await usedOf(harness, [empresaid, to])).toEqual([0, 1])
    },
  },
  {
    name: 'of two credenciais made one the guest comes when one of both does',
    async run(harness) {
      const empresaid = await withEmpresa(harness)
      const { credenciais, desistencias } = harness.storage
      for (const [keptIsOut, otherIsOut] of [
        [true, false],
        [true, true],
        [false, true],
      ]) {
        const [kept, other] = [await aConvidado(harness, empresaid), await aConvidado(harness, empresaid)]
        if (keptIsOut) await withdraw(harness, kept)
        if (otherIsOut) await withdraw(harness, other)
        await credenciais.merge(kept, other, anAutor())
        const isOut = keptIsOut === true && otherIsOut === true
        expect((await desistencias.list()).has(kept)).toBe(isOut)
        expect(await desistencias.find(other)).toBeNull()
        expect(await empresaOf(harness, kept)).toBe(isOut ? null : empresaid)
        expect(await undo(harness, kept)).toMatchObject({ kind: isOut ? 'returned' : 'not-withdrawn' })
      }
      expect(await usedOf(harness, [empresaid])).toEqual([3])
    },
  },
  {
    name: 'a personal invitation is spent by a withdrawal, and DESFAZER points it at the new reserva',
    async run(harness) {
      const empresaid = await withEmpresa(harness, 3)
      const { convites, credenciais } = harness.storage
      const convite = {
        codigo: 'w'.repeat(20),
        rotulo: 'Tia',
        reservaid: unique('reserva'),
        sid: unique('sid'),
      }
      await convites.create(empresaid, [convite], NOW, anAutor())
      const claim = aClaim(empresaid, { sid: convite.sid })
      const registration = await credenciais.register(aRegister({ claim, isPersonal: true }))
      if (registration.kind !== 'registered') throw new Error(registration.kind)
      const { credencialid: id } = registration.credencial
      await withdraw(harness, id)
      const found = await convites.find(convite.codigo)
      expect(found && estadoOf(found.reserva)).toBe('usado')
      expect(await credenciais.register(aRegister({ claim, isPersonal: true }))).toEqual({
        kind: 'convite-spent',
      })
      expect(await convites.revoke(convite.codigo, anAutor())).toEqual({ kind: 'already-used' })
      await undo(harness, id)
      expect((await convites.find(convite.codigo))?.reserva).toMatchObject({
        estado: 'usada',
        credencialid: id,
      })
    },
  },
  {
    name: 'a table’s live holds and the withdrawals of its own guests are read together, and nobody else’s',
    async run(harness) {
      const [empresaid, other] = [await withEmpresa(harness, 9), await withEmpresa(harness)]
      const { empresas, mesas, convites } = harness.storage
      const read = (now = NOW) => mesas.readLugares(empresaid, now)
      expect(await read()).toEqual({ reservados: [], desistencias: [] })
      for (const delay of [1000, 0]) await empresas.claim(aClaim(empresaid, { now: NOW + delay }))
      await empresas.claim(aClaim(other))
      const convite = { codigo: 'v'.repeat(20), rotulo: 'Tia', reservaid: unique('r'), sid: unique('sid') }
      await convites.create(empresaid, [convite], NOW, anAutor())
      expect((await read()).reservados).toEqual([NOW + HOLD_MS, NOW + HOLD_MS + 1000])
      expect((await read(NOW + HOLD_MS)).reservados).toEqual([NOW + HOLD_MS + 1000])

      const [first, second] = [await aConvidado(harness, empresaid), await aConvidado(harness, empresaid)]
      for (const id of [await aConvidado(harness, other), await aConvidado(harness)])
        await withdraw(harness, id)
      await withdraw(harness, first)
      await withdraw(harness, second, { empresaid, now: LATER + 1 })
      expect((await read()).desistencias).toMatchObject([
        { credencialid: second, empresaid, por: 'mesa', em: LATER + 1 },
        { credencialid: first, empresaid, por: 'convidado', em: LATER },
      ])
      await undo(harness, first)
      expect((await read()).desistencias.map(({ credencialid }) => credencialid)).toEqual([second])
    },
  },
  {
    name: 'the guests a table pays for are read with their first admission that counts, and nobody else’s',
    async run(harness) {
      const [empresaid, other] = [await withEmpresa(harness, 40), await withEmpresa(harness)]
      const { credenciais, entradas, mesas } = harness.storage
      const read = async () => (await mesas.listPagos(empresaid)).sort(byCredencial)
      expect(await read()).toEqual([])
      const ids: string[] = []
      for (let n = 0; n < 32; n++) {
        const cadastro = { nome: `MARIA ${n}`, telefone: '65987655432', email: '' }
        ids.push(await aConvidado(harness, empresaid, { cadastro, claim: aClaim(empresaid) }))
      }
      const [first = '', second = '', third = '', last = ''] = [...ids.slice(0, 3), ...ids.slice(-1)]
      for (const id of [await aConvidado(harness, other), await aConvidado(harness)])
        await entradas.add([anEntrada(id)], null)
      const annulled = anEntrada(first, { seq: 3 })
      const facts = [annulled, anEntrada(first, { seq: 4, anula: annulled.entradaid })]
      await entradas.add([...facts, anEntrada(last, { seq: 5, lidaem: NOW + 9, desvio: 1 })], null)
      await withdraw(harness, second)
      await credenciais.remove(third, true, anAutor())
      const left = ids.map((credencialid, n) => {
        return { credencialid, nome: `MARIA ${n}`, dentroDesde: credencialid === last ? NOW + 10 : null }
      })
      expect(await read()).toEqual(
        left.filter(({ credencialid }) => ![second, third].includes(credencialid)).sort(byCredencial),
      )
    },
  },
  {
    name: 'a removed guest leaves no withdrawal, and the erasure leaves none at all',
    async run(harness) {
      const [first, second] = [await aConvidado(harness), await aConvidado(harness)]
      for (const id of [first, second]) await withdraw(harness, id)
      const { desistencias, credenciais } = harness.storage
      await credenciais.remove(first, true, anAutor())
      expect([...(await desistencias.list()).keys()]).toEqual([second])
      await credenciais.erasePersonalData(anAutor())
      expect((await desistencias.list()).size).toBe(0)
    },
  },
  {
    name: 'a withdrawal sent ten times at once gives one invitation back',
    isRace: true,
    async run(harness) {
      const empresaid = await withEmpresa(harness, 5)
      const id = await aConvidado(harness, empresaid)
      const outcomes = await atOnce(10, () => withdraw(harness, id))
      expect(kindsOf(outcomes)).toEqual([...Array<string>(9).fill('already-withdrawn'), 'withdrawn'])
      expect(await usedOf(harness, [empresaid])).toEqual([0])
    },
  },
  {
    name: 'DESFAZER and a claim of the last invitation at once: one gets it',
    isRace: true,
    async run(harness) {
      const empresaid = await withEmpresa(harness, 1)
      const id = await aConvidado(harness, empresaid)
      await withdraw(harness, id)
      const outcomes = await Promise.all([
        undo(harness, id),
        ...Array.from({ length: 5 }, () => harness.storage.empresas.claim(aClaim(empresaid, { now: LATER }))),
      ])
      const got = outcomes.filter(({ kind }) => kind === 'returned' || kind === 'claimed')
      expect(got).toHaveLength(1)
      expect(await leftOf(harness, empresaid)).toBe(0)
    },
  },
  {
    // An admission is never refused: one that follows a withdrawal stands beside it.
    name: 'a guest freed and admitted at once keeps the invitation or gives it back, never half',
    async run(harness) {
      const empresaid = await withEmpresa(harness, 5)
      const id = await aConvidado(harness, empresaid)
      const [freed] = await Promise.all([
        withdraw(harness, id, { empresaid }),
        harness.storage.entradas.add([anEntrada(id)], null),
      ])
      expect(['withdrawn', 'inside']).toContain(freed.kind)
      expect(await usedOf(harness, [empresaid])).toEqual([freed.kind === 'inside' ? 1 : 0])
    },
  },
]
