import { expect, test } from 'vitest'
import { aDoor, ANA, BEGIN, HOUR } from '../../support/a-door.ts'

test('a clock that is wrong is told, and times are the server’s all the same', async () => {
  const { phone } = await aDoor([ANA], undefined, () => BEGIN + HOUR)
  expect(phone.door.state()).toMatchObject({ now: BEGIN + HOUR, clockSkew: HOUR, isClockChanged: false })
})

test('a clock somebody changes meanwhile is told, and moves no time', async () => {
  const { phone } = await aDoor()
  expect(phone.door.state()).toMatchObject({ now: BEGIN, clockSkew: null, isClockChanged: false })
  phone.changeClock(-HOUR)
  phone.pass(1_000)
  expect(phone.door.state()).toMatchObject({ now: BEGIN + 1_000, clockSkew: HOUR, isClockChanged: true })
})
