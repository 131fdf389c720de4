import { expect, test } from 'vitest'
import { openMemoryHarness } from '../support/memory-harness.ts'
import { openNaive } from '../support/naive-memory.ts'
import { races } from './repos.contract.ts'

for (const race of races) {
  test(`an adapter without transactions fails "${race.name}"`, async () => {
    const harness = await openMemoryHarness(openNaive)
    await expect(race.run(harness)).rejects.toThrow('expected')
  })
}

test('the contract has a race for every act that writes', () => {
  const names = races.map(({ name }) => name)
  for (const kind of [
    /claims at once/,
    /guests at once/,
    /identical registrations at once/,
    /pay at once/,
    /register one new guest at once/,
    /release it at once/,
    /removed .* at once/,
    /notes a number while .* at once/,
    /record one upload at once/,
    /imported .* at once/,
    /one code at once/,
    /revoked .* at once/,
    /replaced while/,
    /last invitation at once/,
    /moved to two companies .* at once/,
    /merged .* at once/,
    /merged away at once/,
    /merges in a row at once/,
    /removed, before, after or beside it at once/,
    /beside a removal at once/,
    /corrected .* at once/,
    /correct different fields .* at once/,
    /correct one field .* at once/,
    /add one company at once/,
    /different fields of one company at once/,
    /one number of a company at once/,
    /company removed while five .* at once/,
    /company removed while its link .* at once/,
    /company removed five times at once/,
    /revoke each other at once/,
    /organisers who leave at once/,
    /reconnect each other at once/,
    /removeOutside .* at once/,
    /renames the company at once/,
    /renews a link, sent five times at once/,
    /renewed .* at once/,
    /same entrada .* once/,
    /annul .* at once/,
    /former phone .* at once/,
    /one personal invitation at once/,
    /revoked and registered with at once/,
    /last personal invitations at once/,
    /withdrawal .* at once/,
    /Desfazer and a claim .* at once/,
    /panels and guests at once/,
    /link closed while claims .* at once/,
    /nobody knows, sent by five at once/,
    /phone that asks while .* at once/,
    /facts from five phones at once/,
    /admit one guest at once/,
    /two guests at once admits one/,
    /annul one admission by the board at once/,
    /at one link at once/,
    /everything erased at once/,
    /two lists at once/,
    /delivered at once with it/,
    /erased at once/,
    /organisers at one queue at once/,
    /row opened by five at once/,
    /tell of the reminder at once/,
    /answers while five take and open the reminder at once/,
    /marked again and unmarked by five at once/,
    /newcomer apart at once/,
    /at once while the counter .* breaks/,
    /companies of one name at once/,
    /save the event at once/,
    /cancels the event while .* at once/,
    /two organisers at once is begun by one/,
    /guests claim and register at once/,
    /give a company one number at once/,
  ])
    expect(names).toContainEqual(expect.stringMatching(kind))
  expect(names.length).toBeGreaterThanOrEqual(30)
})
