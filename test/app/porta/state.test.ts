import { expect, test } from 'vitest'
import { aPorta, ANA, BEGIN, HOUR } from '../../support/a-porta.ts'

test('a clock that is wrong is told, and times are the server’s all the same', async () => {
  const { phone } = await aPorta([ANA], undefined, () => BEGIN + HOUR)
  expect(phone.porta.state()).toMatchObject({ now: BEGIN + HOUR, clockSkew: HOUR })
})

test('a clock somebody changes meanwhile is told, and moves no time', async () => {
  const { phone } = await aPorta()
  expect(phone.porta.state()).toMatchObject({ now: BEGIN, clockSkew: null })
  phone.changeClock(-HOUR)
  phone.pass(1_000)
  expect(phone.porta.state()).toMatchObject({ now: BEGIN + 1_000, clockSkew: HOUR })
})
