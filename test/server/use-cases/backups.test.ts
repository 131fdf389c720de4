import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BackupTurn } from '../../../server/domain/backups.ts'
import { createBackupTurns } from '../../../server/use-cases/maintenance.ts'
import { collectLog } from '../../support/log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Turns with outcomes given by the test. */
function start(everyMs = 3_600_000) {
  const { log, lines } = collectLog()
  const asked: { end: (turn: BackupTurn) => void; fail: (error: Error) => void }[] = []
  let stopped = 0
  const turn = () =>
    new Promise<BackupTurn>((end, fail) => {
      asked.push({ end, fail })
    })
  const turns = createBackupTurns({
    backups: { everyMs, turn, stop: () => (stopped += 1) },
    now: Date.now,
    log,
  })
  turns.start()
  return { turns, asked, lines, stopped: () => stopped }
}

test('a turn comes at once, then every half minute, and never two at a time', async () => {
  const { asked, lines } = start()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked).toHaveLength(1)
  asked[0]?.end({ kind: 'made', path: 'copias/x.db', ms: 80 })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveLength(2)
  expect(lines).toMatchObject([{ msg: 'backup made', path: 'copias/x.db', ms: 80 }])
})

test('a turn that fails is logged, and the next one comes', async () => {
  const { asked, lines } = start()
  await vi.advanceTimersByTimeAsync(0)
  asked[0]?.fail(new Error('full'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toHaveLength(2)
  expect(lines).toMatchObject([{ msg: 'backup failed', level: 50 }])
})

test('stopped, it ends the copy under way, says nothing of it, and no other comes', async () => {
  const { turns, asked, lines, stopped } = start()
  await vi.advanceTimersByTimeAsync(0)
  turns.stop()
  asked[0]?.fail(new Error('killed'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect([asked.length, lines, stopped()]).toEqual([1, [], 1])
})

test('a storage that makes no copies has no turns', async () => {
  const turns = createBackupTurns({ backups: null, now: Date.now, log: collectLog().log })
  turns.start()
  expect(vi.getTimerCount()).toBe(0)
  turns.stop()
})
