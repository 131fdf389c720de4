import { expect, test } from 'vitest'
import { cacheByVersion } from '../../../server/use-cases/painel-readings.ts'

/** A storage that counts how often its count is requested. */
function counted(version: () => string | null, slowMs?: number) {
  let now = 0
  let counts = 0
  let isBroken = false
  const read = async () => {
    counts += 1
    if (isBroken) throw new Error('storage failed')
    return { convites: counts }
  }
  const painel = { dataVersion: async () => version() }
  const numbers = cacheByVersion(read, { painel, now: () => now }, undefined, slowMs)
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
  let version = 'a'
  const { numbers, counts, pass } = counted(() => version)
  await numbers()
  pass(10_000)
  await numbers()
  expect(counts()).toBe(1)
  version = 'b'
  expect((await numbers()).convites).toBe(2)
})

test('holds that end by themselves are seen after half a minute', async () => {
  const { numbers, counts, pass } = counted(() => 'a')
  await numbers()
  pass(30_000)
  await numbers()
  expect(counts()).toBe(2)
})

test('where storage has no version, numbers are five seconds old at most', async () => {
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

test('where a count is slow the last one is shown while the next is made, and after half a minute no longer', async () => {
  let version = 'a'
  const { numbers, pass } = counted(() => version, -1)
  const shown = async () => (await numbers()).convites
  expect(await shown()).toBe(1)
  version = 'b'
  expect(await shown()).toBe(1)
  expect(await shown()).toBe(2)
  version = 'c'
  pass(60_000)
  expect(await shown()).toBe(3)
})
