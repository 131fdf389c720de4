import { expect, test } from 'vitest'
import { keepTogether } from '../../../server/domain/grupo.ts'

const one = (credencialid: string, grupo: string | null = null) => ({ credencialid, grupo })
const idsOf = (ones: { credencialid: string }[]) => ones.map(({ credencialid }) => credencialid).join('')

test('companions follow the one who brought them, in their order; the rest stays, nobody twice and nobody lost', () => {
  expect(idsOf(keepTogether([one('a', 'd'), one('b'), one('c', 'd'), one('d'), one('e')]))).toBe('bdace')
  expect(idsOf(keepTogether([one('a', 'elsewhere'), one('b', 'elsewhere')]))).toBe('ab')
  const brings = [one('a', 'c'), one('b'), one('c', 'b'), one('d', 'e'), one('e', 'd')]
  expect(idsOf(keepTogether(brings))).toBe('bcade')
  expect(keepTogether([])).toEqual([])
})
