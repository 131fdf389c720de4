import { expect, test } from 'vitest'
import { keepByMark } from '../../../server/use-cases/keep-by-mark.ts'

/** A storage that counts how often it is asked to count. */
function counted(mark: () => string | null) {
  let now = 0
  let counts = 0
  let isBroken = false
  const read = async () => {
    counts += 1
    if (isBroken) throw new Error('storage failed')
    return { convites: counts }
  }
  const numbers = keepByMark(read, { painel: { mark: async () => mark() }, now: () => now })
  return {
    numbers,
    counts: () => counts,
    pass: (ms: number) => (now += ms),
    breakDown: (broken: boolean) => (isBroken = broken),
  }
}

test('twenty boards that ask at once share one count', async () => {
  const { numbers, counts } = counted(() => 'a')
  await Promise.all(Array.from({ length: 20 }, () => numbers()))
  expect(counts()).toBe(1)
})

test('unchanged storage is not counted again, changed storage is at once', async () => {
  let mark = 'a'
  const { numbers, counts, pass } = counted(() => mark)
  await numbers()
  pass(10_000)
  await numbers()
  expect(counts()).toBe(1)
  mark = 'b'
  expect((await numbers()).convites).toBe(2)
})

test('holds that end by themselves are seen after half a minute', async () => {
  const { numbers, counts, pass } = counted(() => 'a')
  await numbers()
  pass(30_000)
  await numbers()
  expect(counts()).toBe(2)
})

test('where storage has no mark, numbers are five seconds old at most', async () => {
  const { numbers, counts, pass } = counted(() => null)
  await numbers()
  pass(4_999)
  await numbers()
  expect(counts()).toBe(1)
  pass(1)
  await numbers()
  expect(counts()).toBe(2)
})

test('a count that failed is tried again by the next board', async () => {
  const { numbers, breakDown } = counted(() => 'a')
  breakDown(true)
  await expect(numbers()).rejects.toThrow('storage failed')
  breakDown(false)
  expect((await numbers()).convites).toBe(2)
})
