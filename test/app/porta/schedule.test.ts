import { expect, test } from 'vitest'
import { openSchedule, type Outcome } from '../../../app/porta/sync.ts'
import { aPorta } from '../../support/a-porta.ts'

const passed = new Map<unknown, number>()
const now = (phone: unknown) => passed.get(phone) ?? 0

test('started, it syncs every seven seconds, at once after one failure, and half a minute apart at most while nothing answers', async () => {
  const { phone, server } = await aPorta()
  phone.connect(null)
  phone.porta.start()
  for (const wait of [500, 7_000, 14_000, 28_000, 30_000, 30_000]) {
    await expect.poll(() => phone.timers.length).toBe(1)
    expect((phone.timers[0]?.at ?? 0) - now(phone)).toBe(wait)
    phone.pass(wait)
    passed.set(phone, now(phone) + wait)
  }
  phone.connect(server.transportOf('a'))
  await phone.porta.sync()
  expect((phone.timers[0]?.at ?? 0) - now(phone)).toBe(7_000)
  phone.porta.close()
  expect(phone.timers).toEqual([])
})

/** A schedule whose syncs end when the test says how they went. */
function aSchedule() {
  const ends: ((outcome: Outcome) => void)[] = []
  const waits: number[] = []
  let calledOff = 0
  const later = (_: () => void, milliseconds: number) => {
    waits.push(milliseconds)
    return () => void (calledOff += 1)
  }
  const schedule = openSchedule({ later }, () => new Promise((resolve) => ends.push(resolve)))
  return { schedule, ends, waits, calledOff: () => calledOff }
}

test('whatever is asked for while a sync is under way is one more sync, after it', async () => {
  const { schedule, ends } = aSchedule()
  const first = schedule.now()
  const asked = [schedule.now(), schedule.now()]
  expect(ends).toHaveLength(1)
  ends[0]?.('fine')
  await first
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.('fine')
  await Promise.all(asked)
  expect(ends).toHaveLength(2)
})

test('a phone with nothing left to do plans nothing, nor does one that was not started or is stopped', async () => {
  const { schedule, ends, waits, calledOff } = aSchedule()
  const sync = async (outcome: Outcome) => {
    const syncing = schedule.now()
    ends.at(-1)?.(outcome)
    await syncing
  }
  await sync('fine')
  expect(waits).toEqual([])
  schedule.start()
  ends.at(-1)?.('idle')
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(waits).toEqual([])
  await sync('failed')
  await sync('partly')
  await sync('fine')
  expect(waits).toEqual([500, 500, 7_000])
  const before = calledOff()
  schedule.stop()
  expect(calledOff()).toBe(before + 1)
  await sync('fine')
  expect(waits).toHaveLength(3)
})
