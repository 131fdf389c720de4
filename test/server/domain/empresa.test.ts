import { expect, test } from 'vitest'
import { convitesLeft, parseCounter, parseEmpresa } from '../../../server/domain/empresa.ts'
import { InvalidCounterError } from '../../../server/domain/errors.ts'
import { anEmpresa } from '../../support/factories.ts'

test('a stored document is read with its fourteen fields', () => {
  const stored = anEmpresa({ empresaid: 'mesa-1', icredencial: 10, licredencial: 3 })
  expect(parseEmpresa('mesa-1', stored)).toEqual(stored)
  expect(Object.keys(parseEmpresa('mesa-1', stored))).toHaveLength(14)
})

test('missing text fields and ones that are no text become empty text, numbers become text', () => {
  const empresa = parseEmpresa('mesa-1', {
    icredencial: 1,
    licredencial: 0,
    contato: null,
    categoria: { a: 1 },
    cnpj: 12345678000190,
    lcredencial: 4,
  })
  expect(empresa).toMatchObject({
    nome: '',
    contato: '',
    categoria: '',
    cnpj: '12345678000190',
    lcredencial: '4',
  })
})

test('fields nobody knows are not carried along', () => {
  expect(parseEmpresa('mesa-1', { ...anEmpresa(), extra: 1 })).not.toHaveProperty('extra')
})

test('the identifier is the one it was asked by', () => {
  expect(parseEmpresa('mesa-1', anEmpresa({ empresaid: 'outra' })).empresaid).toBe('mesa-1')
})

test('counters stored as text are numbers', () => {
  expect(parseEmpresa('mesa-1', anEmpresa({ icredencial: ' 10 ', licredencial: '009' }))).toMatchObject({
    icredencial: 10,
    licredencial: 9,
  })
})

for (const [raw, count] of [
  [0, 0],
  [10, 10],
  ['0', 0],
  ['999999999', 999_999_999],
] as const) {
  test(`${JSON.stringify(raw)} counts as ${count}`, () => {
    expect(parseCounter(raw)).toBe(count)
  })
}

for (const raw of [
  '',
  ' ',
  '1e3',
  '-1',
  '2.5',
  '2,5',
  '0x10',
  'dez',
  '1234567890',
  '٣',
  -1,
  2.5,
  NaN,
  Infinity,
  2 ** 53,
  true,
  null,
  undefined,
  [1],
]) {
  test(`${typeof raw} ${String(raw)} is no count`, () => {
    expect(parseCounter(raw)).toBeNull()
  })
}

for (const campo of ['icredencial', 'licredencial']) {
  test(`a ${campo} that is no count is an error naming company and field, never a guess`, () => {
    const read = () => parseEmpresa('mesa-1', anEmpresa({ [campo]: 'muitos' }))
    expect(read).toThrow(InvalidCounterError)
    expect(read).toThrow(`empresa mesa-1: ${campo} is not a whole number`)
  })
}

test('what is left is the total less the used, ended holds counted as free, and never below zero', () => {
  const left = (icredencial: number, licredencial: number, ended: number) =>
    convitesLeft(parseEmpresa('mesa-1', anEmpresa({ icredencial, licredencial })), ended)
  expect([
    left(10, 3, 0),
    left(10, 10, 0),
    left(10, 10, 2),
    left(3, 8, 0),
    left(3, 8, 4),
    left(3, 8, 6),
  ]).toEqual([7, 0, 2, 0, 0, 1])
})
