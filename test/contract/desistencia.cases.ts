import { expect } from 'vitest'
import { aClaim, anEntrada } from '../support/factories.ts'
import {
  aConvidado,
  atOnce,
  empresaOf,
  linhasDoHistoricoIn,
  kindsOf,
  leftOf,
  usedOf,
  withEmpresa,
} from './convidados.ts'
import { LATER, undo, withdraw } from './desistencias.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

const atosOf = async (harness: Harness, alvo: string) =>
  (await linhasDoHistoricoIn(harness, { alvo })).map(({ ato, detalhe }) => [ato, detalhe])

export const cases: ContractCase[] = [
  it('a guest who withdraws once the date is past gives the invitation back at once, one who does before keeps it for DESFAZER', async (harness) => {
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
    expect([...(await desistencias.list()).keys()]).toEqual([id])

    expect(await undo(harness, id)).toEqual({ kind: 'returned', empresaid })
    expect(await undo(harness, id)).toEqual({ kind: 'not-withdrawn' })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    expect(await empresaOf(harness, id)).toBe(empresaid)
    expect(await desistencias.find(id)).toMatchObject({ desfeitaem: LATER + 1 })
    expect((await desistencias.list()).size).toBe(0)
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
  it('DESFAZER finds the table full, or the date past, and changes nothing', async (harness) => {
    const empresaid = await withEmpresa(harness, 1)
    const id = await aConvidado(harness, empresaid)
    await withdraw(harness, id, { isClosed: true })
    expect(await undo(harness, id, { isClosed: true })).toEqual({ kind: 'closed' })
    await aConvidado(harness, empresaid)
    expect(await undo(harness, id)).toEqual({ kind: 'limit-reached' })
    expect(await harness.storage.desistencias.find(id)).toMatchObject({ desfeitaem: null })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
  }),
  // An admission is never refused: one that follows a withdrawal stands beside it.
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
  it('DESFAZER and a claim of the last invitation at once: one gets it', async (harness) => {
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
