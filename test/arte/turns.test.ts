import { expect, test } from 'vitest'
import { createTurns } from '../../server/arte/turns.ts'

test('so many work at once, so many wait their turn in order, and the rest are sent away', async () => {
  const takeTurns = createTurns({ atOnce: 2, waiting: 3 })
  const log: string[] = []
  const ends: (() => void)[] = []
  const outcomes = Array.from({ length: 7 }, (_, n) =>
    takeTurns(async () => {
      log.push(`begins ${n}`)
      await new Promise<void>((resolve) => ends.push(resolve))
      return n
    }),
  )
  expect(await Promise.all(outcomes.slice(5))).toEqual([null, null])
  expect(log).toEqual(['begins 0', 'begins 1'])
  for (let n = 0; n < 5; n += 1) {
    ends[n]?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(log).toEqual(['begins 0', 'begins 1', 'begins 2', 'begins 3', 'begins 4'])
  expect(await Promise.all(outcomes.slice(0, 5))).toEqual([0, 1, 2, 3, 4])
  expect(await takeTurns(async () => 'again')).toBe('again')
})

test('who fails gives the turn back', async () => {
  const takeTurns = createTurns({ atOnce: 1, waiting: 0 })
  await expect(takeTurns(() => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
  expect(await takeTurns(async () => 1)).toBe(1)
})
