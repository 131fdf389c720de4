import { expect, onTestFinished, test, vi } from 'vitest'
import { avipsIn, avipsOf, putDue } from '../../../support/avips.ts'
import { openOnFakes } from '../../../support/firebase-fake.ts'

test('a drain stops at the first failure, leaves every avip due, and the next one delivers them all', async () => {
  const on = await openOnFakes()
  const credenciais = putDue(on, 150)
  await on.rtdb.refuse()
  expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({ mirrored: 0, due: 150 })
  await on.rtdb.accept()
  on.rtdb.failNext('503')
  const { mirrored, due } = await on.storage.avips.mirrorDue(Date.now())
  expect(mirrored + due).toBe(150)
  expect(due).toBeGreaterThan(0)
  expect(on.rtdb.requests()).toBeLessThan(60)
  expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({ mirrored: due, due: 0 })
  expect(avipsIn(on)).toEqual(avipsOf(credenciais))
})

test('while the realtime database is away a drain asks it once, however many avips are due', async () => {
  const on = await openOnFakes()
  putDue(on, 150)
  on.rtdb.failNext('503', Infinity)
  expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({ mirrored: 0, due: 150 })
  expect(on.rtdb.requests()).toBe(1)
})

test('once the first avip has arrived 40 are on their way at once', async () => {
  const on = await openOnFakes()
  putDue(on, 150)
  // The first is taken and removed; every later one hangs when it is taken.
  on.fake.failNext({ method: 'Commit', code: 0, when: 'before', times: 2 })
  on.fake.failNext({ method: 'Commit', code: 'hang', when: 'before', times: Infinity })
  expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({ mirrored: 1, due: 149 })
  expect(on.fake.calls('Commit')).toBe(2 + 40)
})

test('two drainers at once over 80 avips deliver each of them once, equal, and none is left', async () => {
  // A late answer on a busy machine would be delivered again by the other: here both wait as long as it
  // takes.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
  onTestFinished(() => void vi.restoreAllMocks())
  const on = await openOnFakes()
  const credenciais = putDue(on, 80)
  const storages = [on.storage, await on.openAnother()]
  const drains = await Promise.all(storages.map((each) => each.avips.mirrorDue(Date.now())))
  expect(drains.reduce((sum, { mirrored }) => sum + mirrored, 0)).toBe(80)
  expect(Math.min(...drains.map(({ mirrored }) => mirrored))).toBeGreaterThan(0)
  expect(on.ids('avip_outbox')).toEqual([])
  expect(avipsIn(on)).toEqual(avipsOf(credenciais))
  const puts = credenciais.map(({ credencialid }) => on.rtdb.puts(`avip/${credencialid}`))
  expect(new Set(puts)).toEqual(new Set([1]))
})

test('a lost answer to the removal from the outbox is no failure', async () => {
  const on = await openOnFakes()
  putDue(on, 1)
  on.fake.failNext({ method: 'Commit', code: 0, when: 'before' })
  on.fake.failNext({ method: 'Commit', code: 14, when: 'after' })
  expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({ mirrored: 1, due: 0 })
})
