import { expect, test } from 'vitest'
import { openMemoryHarness } from '../support/memory-harness.ts'
import { openNaive } from '../support/naive-memory.ts'
import { contractCases } from './repos.contract.ts'

for (const race of contractCases.filter((contractCase) => contractCase.isRace)) {
  test(`an adapter without transactions fails "${race.name}"`, async () => {
    const harness = await openMemoryHarness(openNaive)
    await expect(race.run(harness)).rejects.toThrow('expected')
  })
}

test('the contract has races for claims, registrations, replays, releases and removals', () => {
  expect(contractCases.filter((contractCase) => contractCase.isRace).length).toBeGreaterThanOrEqual(9)
})
