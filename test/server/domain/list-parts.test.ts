import { expect, test } from 'vitest'
import { EMPRESAS_MAX, inAlphabet, letterOf, PART_SIZE, partsOf } from '../../../server/domain/list-parts.ts'

test('names stand in the order of the Portuguese alphabet, accents or none', () => {
  const names = ['ZILDA', 'ÁLVARO B', 'ALVARO C', 'ÉDSON', 'BRUNO', 'Ana', 'D’ÁVILA', 'CÍCERO', 'CELSO']
  const sorted = inAlphabet(names.map((nome) => ({ credencial: { nome } })))
  expect(sorted.map(({ credencial }) => credencial.nome)).toEqual([
    ...['ÁLVARO B', 'ALVARO C', 'Ana', 'BRUNO', 'CELSO', 'CÍCERO', 'D’ÁVILA', 'ÉDSON', 'ZILDA'],
  ])
})

test('a name is filed under its first letter without accent, and one without a letter under #', () => {
  expect(['Álvaro', 'érica', '“Zé”', '4 Irmãos', '…'].map(letterOf)).toEqual(['A', 'E', 'Z', '#', '#'])
})

test('companies without guests are left out, and a part is no larger than it may be', () => {
  const groups = [
    { empresaid: 'a', count: 600 },
    { empresaid: 'b', count: 0 },
    { empresaid: 'c', count: 500 },
    { empresaid: null, count: PART_SIZE + 5 },
  ]
  expect(partsOf(groups)).toEqual([
    [{ empresaid: 'a', offset: 0 }],
    [{ empresaid: 'c', offset: 0 }],
    [{ empresaid: null, offset: 0 }],
    [{ empresaid: null, offset: PART_SIZE }],
  ])
  expect(partsOf([])).toEqual([])
})

test('many small companies are divided by their number', () => {
  const groups = Array.from({ length: EMPRESAS_MAX + 1 }, (_, i) => ({ empresaid: `e${i}`, count: 1 }))
  expect(partsOf(groups).map((part) => part.length)).toEqual([EMPRESAS_MAX, 1])
})
