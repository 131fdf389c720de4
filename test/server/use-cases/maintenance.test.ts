import { expect, onTestFinished, test, vi } from 'vitest'
import { createMaintenance } from '../../../server/use-cases/maintenance.ts'
import { collectLog } from '../../support/log.ts'

/** Maintenance with a clock of the test's own; `maintain` is one pass. */
function aMaintenance(maintain: () => Promise<{ due: number }>, remind = async () => {}) {
  vi.useFakeTimers()
  const { log, lines } = collectLog()
  const pass = vi.fn(maintain)
  const maintenance = createMaintenance({ maintain: pass, remind, log })
  onTestFinished(() => {
    maintenance.stop()
    vi.useRealTimers()
  })
  /** The number of passes after a number of seconds. */
  const passesAfter = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    return pass.mock.calls.length
  }
  return { maintenance, lines, passesAfter }
}

test('a pass is done at once, then every 30 s while nothing is due', async () => {
  const { maintenance, passesAfter } = aMaintenance(async () => ({ due: 0 }))
  maintenance.start()
  expect(await passesAfter(0)).toBe(1)
  expect(await passesAfter(29)).toBe(1)
  expect(await passesAfter(1)).toBe(2)
  expect(await passesAfter(60)).toBe(4)
})

test('while avips stay due a pass is done every 5 s', async () => {
  const left = [7, 7, 0]
  const { maintenance, passesAfter } = aMaintenance(async () => ({ due: left.shift() ?? 0 }))
  maintenance.start()
  expect(await passesAfter(10)).toBe(3)
  expect(await passesAfter(29)).toBe(3)
  expect(await passesAfter(1)).toBe(4)
})

test('hurried, the next pass is done within 5 s, however often it is hurried', async () => {
  const { maintenance, passesAfter } = aMaintenance(async () => ({ due: 0 }))
  maintenance.start()
  expect(await passesAfter(2)).toBe(1)
  for (let second = 0; second < 3; second++) {
    maintenance.hurry()
    await passesAfter(1)
  }
  expect(await passesAfter(0)).toBe(2)
})

test('hurried during a pass, another follows it', async () => {
  const { maintenance, passesAfter } = aMaintenance(async () => {
    maintenance.hurry()
    return { due: 0 }
  })
  maintenance.start()
  expect(await passesAfter(10)).toBe(3)
})

test('a pass that fails is told in the log, and the next one comes after 30 s', async () => {
  const { maintenance, lines, passesAfter } = aMaintenance(() => Promise.reject(new Error('no storage')))
  maintenance.start()
  expect(await passesAfter(30)).toBe(2)
  expect(lines).toMatchObject([{ msg: 'maintenance failed' }, { msg: 'maintenance failed' }])
})

test('stopped during a pass, that one is the last', async () => {
  const { maintenance, passesAfter } = aMaintenance(async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    return { due: 1 }
  })
  maintenance.start()
  expect(await passesAfter(1)).toBe(1)
  maintenance.stop()
  expect(await passesAfter(60)).toBe(1)
})

test('after each pass, failed or not, the organiser is reminded; a reminder that fails stops nothing', async () => {
  const remind = vi.fn(() => Promise.reject(new Error('no storage')))
  let passes = 0
  const { maintenance, lines, passesAfter } = aMaintenance(async () => {
    passes += 1
    if (passes === 2) throw new Error('no storage')
    return { due: 0 }
  }, remind)
  maintenance.start()
  expect(await passesAfter(60)).toBe(3)
  expect(remind).toHaveBeenCalledTimes(3)
  expect(lines).toHaveLength(4)
})
