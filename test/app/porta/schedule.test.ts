import { expect, test } from 'vitest'
import { openSchedule, type Outcome } from '../../../app/porta/schedule.ts'
import { aDoor } from '../../support/a-door.ts'
import { aGuest, urlOf } from '../../support/door-server.ts'

const passed = new Map<unknown, number>()
const now = (phone: unknown) => passed.get(phone) ?? 0

test('started, it syncs every seven seconds, at once after one failure, and half a minute apart at most while nothing answers', async () => {
  const { phone, server } = await aDoor()
  phone.connect(null)
  phone.door.start()
  for (const wait of [500, 7_000, 14_000, 28_000, 30_000, 30_000]) {
    await expect.poll(() => phone.timers.length).toBe(1)
    expect((phone.timers[0]?.at ?? 0) - now(phone)).toBe(wait)
    phone.pass(wait)
    passed.set(phone, now(phone) + wait)
  }
  phone.connect(server.transportOf('a'))
  await phone.door.sync()
  expect((phone.timers[0]?.at ?? 0) - now(phone)).toBe(7_000)
  phone.door.close()
  expect(phone.timers).toEqual([])
})

test('a queue of which every third answer is lost goes on half a second after each', async () => {
  const { phone, server } = await aDoor(Array.from({ length: 900 }, (_, at) => aGuest(String(at + 1))))
  phone.connect(null)
  for (let at = 1; at <= 900; at++) await phone.door.read(urlOf(aGuest(String(at))))
  let answers = 0
  phone.connect(async (body) => {
    const response = await server.transportOf('a')(body)
    return ++answers % 3 === 0 ? new Response('', { status: 503 }) : response
  })
  phone.door.start()
  for (const left of [700, 500, 300, 100]) {
    await expect.poll(() => phone.timers.length === 1 && phone.door.state().porEnviar).toBe(left)
    phone.pass(500)
  }
  await expect.poll(() => phone.door.state().porEnviar).toBe(0)
  expect(server.facts.size).toBe(900)
  phone.door.close()
})

/** A schedule whose syncs end when they are told how they went. */
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
