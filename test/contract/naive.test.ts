import { expect, test } from 'vitest'
import { openMemoryHarness } from '../support/memory-harness.ts'
import { openNaive } from '../support/naive-memory.ts'
import { contractCases } from './repos.contract.ts'

const races = contractCases.filter((contractCase) => contractCase.isRace)

for (const race of races) {
  test(`an adapter without transactions fails "${race.name}"`, async () => {
    const harness = await openMemoryHarness(openNaive)
    await expect(race.run(harness)).rejects.toThrow('expected')
  })
}

test('the contract has races for claims, registrations, payments, replays, releases and removals', () => {
  const names = races.map(({ name }) => name)
  for (const kind of [
    /claims at once/,
    /guests at once/,
    /identical registrations at once/,
    /pay at once/,
    /register one new guest at once/,
    /release it at once/,
    /removed .* at once/,
  ])
    expect(names).toContainEqual(expect.stringMatching(kind))
  expect(names.length).toBeGreaterThanOrEqual(13)
})
