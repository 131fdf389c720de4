import { expect, onTestFinished, test } from 'vitest'
import { NOW } from '../support/factories.ts'
import { openSqliteHarness } from '../support/sqlite-harness.ts'
import { startOnSqlite } from '../support/storage-workers.ts'
import { runTogether } from '../support/workers.ts'

test('4 processes registering 10,000 guests in one millisecond make 10,000 ids, none overwritten', async () => {
  const harness = await openSqliteHarness()
  onTestFinished(() => harness.close())
  const workers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => startOnSqlite('register', harness.path, name, 2_500, NOW)),
  )
  const ids = await runTogether(workers)
  expect(ids).toHaveLength(10_000)
  expect(new Set(ids).size).toBe(10_000)
  const stored = await harness.readCredenciais()
  expect(stored.map((c) => c.credencialid).sort()).toEqual(ids.sort())
  expect(new Set(stored.map((c) => c.nome)).size).toBe(10_000)
  expect(await harness.countChaves()).toBe(10_000)
})
