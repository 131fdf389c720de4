import { expect, test } from 'vitest'
import { openClock } from '../../../app/porta/clock.ts'

function aClock(stored = 0) {
  const time = { now: 1_000_000, monotonic: 0 }
  const clock = openClock(
    () => time.now,
    () => time.monotonic,
    stored,
  )
  const instant = () => {
    const { lidaem, desvio } = clock.read()
    return lidaem + desvio
  }
  return { time, clock, instant }
}

test('the server read its clock in the middle of the request', () => {
  const { clock, instant, time } = aClock()
  time.monotonic = 400
  time.now += 400
  clock.measure(5_000_000, 0, 400)
  expect(instant()).toBe(5_000_200)
  expect(clock.desvio()).toBe(5_000_200 - 1_000_400)
})

test('a clock changed in view changes no instant, and is told', () => {
  const { clock, instant, time } = aClock()
  clock.measure(5_000_000, 0, 0)
  time.monotonic += 60_000
  time.now += 60_000 - 3_600_000
  expect(instant()).toBe(5_060_000)
  expect(clock.read().desvio - clock.desvio()).toBe(3_600_000)
})

test('a phone that slept out of view, its monotonic clock with it, goes by its own clock', () => {
  const { clock, instant, time } = aClock()
  clock.measure(5_000_000, 0, 0)
  clock.setVisible(false)
  time.now += 1_800_000
  clock.setVisible(true)
  expect(instant()).toBe(6_800_000)
  expect(clock.read().desvio).toBe(clock.desvio())
})

test('a page opened again has the difference measured before', () => {
  expect(aClock(-600_000).instant()).toBe(400_000)
})
