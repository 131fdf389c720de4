import { expect, test } from 'vitest'
import { tooEarlyIn } from '../../../lab/provas/associacao.ts'

const claimed = (begun: number, ended: number) => ({ begun, ended, kind: 'claimed' })
const refused = (begun: number, ended: number) => ({ begun, ended, kind: 'limit-reached' })

test('a refusal that ends before the last granted claim begins is too early, one that overlaps it is not', () => {
  expect(tooEarlyIn([claimed(0, 9), refused(1, 4), claimed(5, 8)])).toBe(1)
  expect(tooEarlyIn([claimed(0, 9), refused(1, 6), claimed(5, 8), refused(8, 9)])).toBe(0)
  expect(tooEarlyIn([claimed(0, 9)])).toBe(0)
})
