import { expect, test } from 'vitest'
import { rajadasOf, spreadsOf, type Procedencia } from '../../../server/domain/procedencia.ts'
import { NOW } from '../../support/factories.ts'

const MINUTE = 60_000

let serial = 0
const aProcedencia = (criadaem: number, fields: Partial<Procedencia> = {}): Procedencia => ({
  credencialid: String(++serial),
  origem: 'one',
  empresaid: 'mesa',
  criadaem,
  ...fields,
})

const series = (count: number, gapMs: number, fields: Partial<Procedencia> = {}) =>
  Array.from({ length: count }, (_, n) => aProcedencia(NOW + n * gapMs, fields))

test('ten of one address at one company are a burst, told with its first and last instant', () => {
  expect(rajadasOf(series(10, MINUTE), 10)).toEqual([
    { origem: 'one', empresaid: 'mesa', from: NOW, to: NOW + 9 * MINUTE, count: 10 },
  ])
  expect(rajadasOf(series(9, MINUTE), 10)).toEqual([])
})

test('a burst goes on over pauses of ten minutes, and longer ones divide it', () => {
  expect(rajadasOf(series(10, 10 * MINUTE), 10)).toHaveLength(1)
  expect(rajadasOf(series(10, 10 * MINUTE + 1), 10)).toEqual([])
  const later = series(10, 1_000).map((procedencia) => ({
    ...procedencia,
    criadaem: procedencia.criadaem + 60 * MINUTE,
  }))
  expect(rajadasOf([...later, ...series(10, 1_000)], 10).map(({ from }) => from)).toEqual([
    ...[NOW, NOW + 60 * MINUTE],
  ])
})

test('other addresses, other companies and the public form are counted apart, in whatever order they come', () => {
  const procedencias = [
    ...series(10, 1_000, { empresaid: null }),
    ...series(11, 1_000, { origem: 'two' }),
    ...series(12, 1_000, { empresaid: 'outra' }),
    ...series(9, 1_000),
  ].reverse()
  const told = rajadasOf(procedencias, 10).map(({ origem, empresaid, count }) => [origem, empresaid, count])
  expect(told).toHaveLength(3)
  expect(told).toEqual(
    expect.arrayContaining([
      ['one', null, 10],
      ['two', 'mesa', 11],
      ['one', 'outra', 12],
    ]),
  )
})

test('small groups of several addresses at one company that follow each other are shown as one, with how many they are', () => {
  const groups = Array.from({ length: 6 }, (_, n) =>
    series(9, 1_000, { origem: `rede ${n}` }).map((procedencia) => ({
      ...procedencia,
      criadaem: procedencia.criadaem + n * 5 * MINUTE,
    })),
  ).flat()
  expect(rajadasOf(groups, 10)).toEqual([])
  expect(spreadsOf(groups, 10)).toEqual([
    { empresaid: 'mesa', from: NOW, to: NOW + 25 * MINUTE + 8_000, count: 54, origens: 6 },
  ])
})

test('what is listed as a burst is in no spread, and neither is the public form, one address, or who comes hours apart', () => {
  expect(spreadsOf(series(30, 1_000), 10)).toEqual([])
  expect(spreadsOf([...series(12, 1_000), ...series(9, 1_000, { origem: 'two' })], 10)).toEqual([])
  const each = (gapMs: number, fields: Partial<Procedencia> = {}) =>
    Array.from({ length: 12 }, (_, n) => aProcedencia(NOW + n * gapMs, { origem: `rede ${n}`, ...fields }))
  expect(spreadsOf(each(1_000, { empresaid: null }), 10)).toEqual([])
  expect(spreadsOf(each(11 * MINUTE), 10)).toEqual([])
  expect(spreadsOf(each(11 * MINUTE, { origem: 'one' }), 10)).toEqual([])
  // A link forwarded to many people looks the same.
  expect(spreadsOf(each(9 * MINUTE), 10)).toMatchObject([{ count: 12, origens: 12 }])
  expect(spreadsOf(each(1_000).slice(0, 9), 10)).toEqual([])
})
