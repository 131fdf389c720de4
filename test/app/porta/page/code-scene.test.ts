import { expect, test } from 'vitest'
import { codeSoFar, missingOf } from '../../../../app/porta/page/code-scene.ts'

test.each([
  ['k7f3', 'K7F3', 4],
  ['k7f39', 'K7F3-9', 3],
  [' k7f3 – 92qd ', 'K7F3-92QD', 0],
  ['O0I1AEU', '', 8],
  ['K7F392QDXX', 'K7F3-92QD', 0],
])('%s is written %s', (typed, written, missing) => {
  expect(codeSoFar(typed)).toBe(written)
  expect(missingOf(written)).toBe(missing)
})
