import { expect } from 'vitest'
import { estadoOf } from '../../server/domain/convite-pessoal.ts'
import { CONVIDADO } from '../../server/domain/historico.ts'
import type { ReturnRequest, WithdrawRequest } from '../../server/domain/desistencia.ts'
import { desistenciasIn } from '../support/desistencias.ts'
import { aClaim, aMerge, anAutor, anEntrada, aRegister, NOW, unique } from '../support/factories.ts'
import { registered } from '../support/registered.ts'
import {
  aConvidado,
  atOnce,
  empresaOf,
  kindsOf,
  leftOf,
  linhasDoHistoricoIn,
  usedOf,
  withEmpresa,
} from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

const atosOf = async (harness: Harness, alvo: string) =>
  (await linhasDoHistoricoIn(harness, { alvo })).map(({ ato, detalhe }) => [ato, detalhe])

export const LATER = NOW + 60_000

const aDesistencia = (credencialid: string, fields: Partial<WithdrawRequest> = {}): WithdrawRequest => ({
  credencialid,
  empresaid: null,
  now: LATER,
  isClosed: false,
  ...fields,
})

const aReturn = (credencialid: string, fields: Partial<ReturnRequest> = {}): ReturnRequest => ({
  credencialid,
  now: LATER + 1,
  isClosed: false,
  ...fields,
})

export const withdraw = ({ storage }: Harness, credencialid: string, fields: Partial<WithdrawRequest> = {}) =>
  storage.desistencias.withdraw(aDesistencia(credencialid, fields), anAutor())

export const undo = ({ storage }: Harness, credencialid: string, fields: Partial<ReturnRequest> = {}) =>
  storage.desistencias.undo(aReturn(credencialid, fields), anAutor())

export const cases: ContractCase[] = [
  it('a guest who withdraws once the date is past gives the invitation back at once, one who does before keeps it for Desfazer', async (harness) => {
    const empresaid = await withEmpresa(harness, 2)
    const id = await aConvidado(harness, empresaid)
    const { desistencias } = harness.storage
    const closed = { isClosed: true }
    expect(await withdraw(harness, id, closed)).toEqual({ kind: 'withdrawn', empresaid })
    expect(await withdraw(harness, id, closed)).toEqual({ kind: 'already-withdrawn' })
    expect(await leftOf(harness, empresaid)).toBe(2)
    expect(await empresaOf(harness, id)).toBeNull()
    const [withdrawn] = await harness.readReservas(empresaid)
    expect(withdrawn).toMatchObject({ estado: 'liberada', sid: '', origem: 'de-alguem' })
    expect(await desistencias.find(id)).toMatchObject({ por: 'convidado', em: LATER, desfeitaem: null })
    expect([...(await desistenciasIn(harness.storage)).keys()]).toEqual([id])

    expect(await undo(harness, id)).toEqual({ kind: 'returned', empresaid })
    expect(await undo(harness, id)).toEqual({ kind: 'not-withdrawn' })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    expect(await empresaOf(harness, id)).toBe(empresaid)
    expect(await desistencias.find(id)).toMatchObject({ desfeitaem: LATER + 1 })
    expect((await desistenciasIn(harness.storage)).size).toBe(0)
    expect(await withdraw(harness, id)).toEqual({ kind: 'withdrawn', empresaid })
    expect(await leftOf(harness, empresaid)).toBe(1)
    expect(await atosOf(harness, id)).toEqual([
      ['desistiu', empresaid],
      ['voltou', empresaid],
      ['desistiu', empresaid],
    ])
  }),
  it('a guest of the public form withdraws and comes back, and no company changes', async (harness) => {
    const id = await aConvidado(harness)
    expect(await withdraw(harness, id)).toEqual({ kind: 'withdrawn', empresaid: null })
    expect(await undo(harness, id)).toEqual({ kind: 'returned', empresaid: null })
    expect(await withdraw(harness, 'ninguem')).toEqual({ kind: 'credencial-not-found' })
    expect(await undo(harness, 'ninguem')).toEqual({ kind: 'not-withdrawn' })
    expect(await harness.storage.desistencias.find('ninguem')).toBeNull()
  }),
  it('a holder frees a place of the table alone, before the closing date, and the guest does not undo it', async (harness) => {
    const [empresaid, other] = [await withEmpresa(harness), await withEmpresa(harness)]
    const id = await aConvidado(harness, empresaid)
    expect(await withdraw(harness, id, { empresaid: other })).toEqual({ kind: 'credencial-not-found' })
    expect(await withdraw(harness, id, { empresaid, isClosed: true })).toEqual({ kind: 'closed' })
    expect(await withdraw(harness, id, { empresaid })).toEqual({ kind: 'withdrawn', empresaid })
    expect(await undo(harness, id)).toEqual({ kind: 'by-table' })
    expect(await usedOf(harness, [empresaid, other])).toEqual([0, 0])
    expect(await atosOf(harness, id)).toEqual([['liberou', empresaid]])
  }),
  it('a guest who was admitted is not withdrawn; one whose admission was annulled is', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const id = await aConvidado(harness, empresaid)
    const entrada = anEntrada(id)
    await harness.storage.entradas.add([entrada], null)
    for (const of of [null, empresaid])
      expect(await withdraw(harness, id, { empresaid: of })).toEqual({ kind: 'inside' })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    await harness.storage.entradas.add([anEntrada(id, { anula: entrada.entradaid, seq: 2 })], null)
    expect(await withdraw(harness, id)).toEqual({ kind: 'withdrawn', empresaid })
  }),
  it('Desfazer finds the table full, or the date past, and changes nothing', async (harness) => {
    const empresaid = await withEmpresa(harness, 1)
    const id = await aConvidado(harness, empresaid)
    await withdraw(harness, id, { isClosed: true })
    expect(await undo(harness, id, { isClosed: true })).toEqual({ kind: 'closed' })
    await aConvidado(harness, empresaid)
    expect(await undo(harness, id)).toEqual({ kind: 'limit-reached' })
    expect(await harness.storage.desistencias.find(id)).toMatchObject({ desfeitaem: null })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
  }),
  // An admission is never refused: one made after a withdrawal is kept beside it.
  it('a guest freed and admitted at once keeps the invitation or gives it back, never half', async (harness) => {
    const empresaid = await withEmpresa(harness, 5)
    const id = await aConvidado(harness, empresaid)
    const [freed] = await Promise.all([
      withdraw(harness, id, { empresaid }),
      harness.storage.entradas.add([anEntrada(id)], null),
    ])
    expect(['withdrawn', 'inside']).toContain(freed.kind)
    expect(await usedOf(harness, [empresaid])).toEqual([freed.kind === 'inside' ? 1 : 0])
  }),
  // How other acts change a withdrawal, and how it changes them.
  it('a guest who registers again with that name and phone is confirmed again', async (harness) => {
    const empresaid = await withEmpresa(harness, 3)
    const request = aRegister({ claim: aClaim(empresaid) })
    const id = await registered(harness.storage.credenciais, request)
    await withdraw(harness, id, { empresaid })
    const asConvidado = (em: number) => ({ now: em, autor: anAutor({ quem: CONVIDADO, em }) })
    const again = { ...request, ...asConvidado(LATER), claim: aClaim(empresaid, { now: LATER }) }
    expect((await harness.storage.credenciais.register(again)).kind).toBe('already-registered')
    expect(await harness.storage.desistencias.find(id)).toMatchObject({ desfeitaem: LATER })
    expect(await usedOf(harness, [empresaid])).toEqual([1])

    await withdraw(harness, id)
    await harness.storage.credenciais.register({ ...request, ...asConvidado(LATER + 5), claim: null })
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
    await harness.storage.credenciais.register({ ...request, ...asConvidado(LATER + 7), claim: null })
    const voltas = await harness.storage.historico.list({ ato: 'voltou', alvo: id, after: null, limit: 9 })
    expect(voltas.map(({ quem, em, detalhe }) => [quem, em, detalhe])).toEqual([
      ['ana', LATER + 6, ''],
      ['convidado', LATER + 5, ''],
      ['convidado', LATER, empresaid],
    ])
  }),
  it('a guest who withdrew and is given a company is confirmed again, and Desfazer pays no second time', async (harness) => {
    const [empresaid, to] = [await withEmpresa(harness), await withEmpresa(harness)]
    const id = await aConvidado(harness, empresaid)
    await withdraw(harness, id)
    const { credenciais, desistencias } = harness.storage
    const request = { credencialid: id, empresaid: to, reservaid: unique('reserva'), now: LATER + 7 }
    expect(await credenciais.move(request, anAutor())).toEqual({
      kind: 'moved',
      from: null,
      isConfirmed: true,
    })
    expect(await desistencias.find(id)).toMatchObject({ desfeitaem: LATER + 7 })
    expect(await undo(harness, id)).toEqual({ kind: 'not-withdrawn' })
    expect(await usedOf(harness, [empresaid, to])).toEqual([0, 1])
  }),
  it('of two credenciais made one the guest comes when one of both does', async (harness) => {
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
      await credenciais.merge(aMerge(kept, other), anAutor())
      const isOut = keptIsOut === true && otherIsOut === true
      expect((await desistenciasIn(harness.storage)).has(kept)).toBe(isOut)
      expect(await desistencias.find(other)).toBeNull()
      expect(await empresaOf(harness, kept)).toBe(isOut ? null : empresaid)
      expect(await undo(harness, kept)).toMatchObject({ kind: isOut ? 'returned' : 'not-withdrawn' })
    }
    expect(await usedOf(harness, [empresaid])).toEqual([3])
  }),
  it('a personal invitation is spent by a withdrawal, and Desfazer points it at the new reserva', async (harness) => {
    const empresaid = await withEmpresa(harness, 3)
    const { convites, credenciais } = harness.storage
    const convite = {
      codigo: 'w'.repeat(20),
      rotulo: 'Tia',
      reservaid: unique('reserva'),
    }
    await convites.create(empresaid, [convite], NOW, anAutor())
    const asked = { claim: aClaim(empresaid), codigo: convite.codigo }
    const id = await registered(credenciais, asked)
    await withdraw(harness, id)
    const found = await convites.find(convite.codigo)
    expect(found && estadoOf(found)).toBe('usado')
    expect(await credenciais.register(aRegister(asked))).toEqual({
      kind: 'convite-spent',
    })
    expect(await convites.revoke(convite.codigo, anAutor())).toEqual({ kind: 'already-used' })
    await undo(harness, id)
    expect((await convites.find(convite.codigo))?.reservas).toMatchObject([
      { estado: 'usada', credencialid: id },
    ])
  }),
  it('a removed guest leaves no withdrawal, and the erasure leaves none at all', async (harness) => {
    const [first, second] = [await aConvidado(harness), await aConvidado(harness)]
    for (const id of [first, second]) await withdraw(harness, id)
    const { credenciais } = harness.storage
    await credenciais.remove(first, true, anAutor())
    expect([...(await desistenciasIn(harness.storage)).keys()]).toEqual([second])
    await credenciais.erasePersonalData(anAutor())
    expect((await desistenciasIn(harness.storage)).size).toBe(0)
  }),
]

export const races: ContractCase[] = [
  it('a withdrawal sent ten times at once gives one invitation back, or keeps one', async (harness) => {
    const empresaid = await withEmpresa(harness, 5)
    const id = await aConvidado(harness, empresaid)
    for (const isClosed of [true, false]) {
      const outcomes = await atOnce(10, () => withdraw(harness, id, { isClosed }))
      expect(kindsOf(outcomes)).toEqual([...Array<string>(9).fill('already-withdrawn'), 'withdrawn'])
      expect(await usedOf(harness, [empresaid])).toEqual([0])
      expect(await leftOf(harness, empresaid)).toBe(isClosed ? 5 : 4)
      await undo(harness, id)
    }
  }),
  it('Desfazer and a claim of the last invitation at once: one gets it', async (harness) => {
    const empresaid = await withEmpresa(harness, 1)
    const id = await aConvidado(harness, empresaid)
    await withdraw(harness, id, { isClosed: true })
    const outcomes = await Promise.all([
      undo(harness, id),
      ...Array.from({ length: 5 }, () => harness.storage.empresas.claim(aClaim(empresaid, { now: LATER }))),
    ])
    const got = outcomes.filter(({ kind }) => kind === 'returned' || kind === 'claimed')
    expect(got).toHaveLength(1)
    expect(await leftOf(harness, empresaid)).toBe(0)
  }),
]
