import { expect, test } from 'vitest'
import { openPatience } from '../../../app/porta/post.ts'

function waitsAfter(answers: (number | null)[]): number[] {
  const patience = openPatience()
  return answers.map((milliseconds) => {
    if (milliseconds === null) patience.gaveUp()
    else patience.answered(milliseconds)
    return patience.milliseconds()
  })
}

test('several quick answers in a row make it impatient, and one that does not come patient again', () => {
  expect(openPatience().milliseconds()).toBe(10_000)
  expect(waitsAfter([50, 50, 50, 50, null, 50])).toEqual([5_000, 2_500, 2_000, 2_000, 10_000, 5_000])
})

test('a slow network is given ten times what its last answer took, ten seconds at most', () => {
  expect(waitsAfter([50, 50, 50, 400, 900, 3_000, 60_000])).toEqual([
    ...[5_000, 2_500, 2_000, 4_000, 9_000, 10_000, 10_000],
  ])
})
