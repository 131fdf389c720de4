import { expect, test } from 'vitest'
import { createFairQueue } from '../../server/queue.ts'

/**
 * A queue with two running at once and six waiting. Each work lasts until the test ends it; `begun` lists the
 * started.
 */
function aQueue() {
  const runInTurn = createFairQueue({ concurrency: 2, waiting: 6 })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (address: string | null, name: string) =>
    runInTurn(address, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return name
    })
  const endNext = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ask, begun, endNext }
}

test('of ten works of one address two run, six wait in order, and the rest are refused', async () => {
  const { ask, begun, endNext } = aQueue()
  const outcomes = Array.from({ length: 10 }, (_, n) => ask('a', `a${n}`))
  expect(await Promise.all(outcomes.slice(8))).toEqual([null, null])
  expect(begun).toEqual(['a0', 'a1'])
  for (let n = 0; n < 8; n += 1) await endNext()
  expect(begun).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'])
  expect(await Promise.all(outcomes.slice(0, 8))).toEqual(begun)
  const again = ask('a', 'again')
  await endNext()
  expect(await again).toBe('again')
})

test('eight clients of one address that ask again without a pause keep no other address from its turn', async () => {
  const { ask, begun, endNext } = aQueue()
  let isOver = false
  const flood = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      await ask('a', 'a')
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
  const other = ask('b', 'b')
  for (let n = 0; n < 7; n += 1) await endNext()
  expect(begun.filter((name) => name === 'b')).toEqual(['b'])
  isOver = true
  for (let n = 0; n < 8; n += 1) await endNext()
  await Promise.all(flood)
  expect(await other).toBe('b')
})

test('the address with the most places gives its last one to another address, until both have the same number', async () => {
  const { ask, begun, endNext } = aQueue()
  const crowd = Array.from({ length: 8 }, (_, n) => ask('a', `a${n}`))
  const others = Array.from({ length: 5 }, (_, n) => ask('b', `b${n}`))
  expect(await Promise.all([...crowd.slice(5), ...others.slice(3)])).toEqual([null, null, null, null, null])
  for (let n = 0; n < 8; n += 1) await endNext()
  expect(begun).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'b0', 'b1', 'b2'])
})

test('an address with one place keeps it', async () => {
  const { ask, begun, endNext } = aQueue()
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => ask(name, name))
  expect([await ask('i', 'i'), await ask(null, 'unknown')]).toEqual([null, null])
  for (let n = 0; n < 8; n += 1) await endNext()
  expect(await Promise.all(all)).toEqual(begun)
})

test('work that fails frees its place', async () => {
  const runInTurn = createFairQueue({ concurrency: 1, waiting: 0 })
  await expect(runInTurn(null, () => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
  expect(await runInTurn(null, async () => 1)).toBe(1)
})
