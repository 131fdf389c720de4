import { expect, test } from 'vitest'
import { createErasureDue } from '../../../server/use-cases/erasure-due.ts'
import { collectLog } from '../../support/log.ts'

const ERASE_AT = Date.parse('2027-10-17T01:00:00Z')
const HOUR_MS = 3_600_000

/** So many guests stored, and a clock, both moved by the test. */
function anErasure() {
  const { log, lines } = collectLog()
  const world = { now: ERASE_AT - 1, guests: 2, counted: 0 }
  const erasure = createErasureDue({
    eraseAt: ERASE_AT,
    count: async () => {
      world.counted += 1
      return { credenciais: world.guests, chaves: world.guests }
    },
    now: () => world.now,
    log,
  })
  return { ...erasure, world, lines }
}

test('erasure is due from its instant on while guests are stored, and storage is not asked before', async () => {
  const { isDue, world } = anErasure()
  expect([await isDue(), world.counted]).toEqual([false, 0])
  world.now = ERASE_AT
  expect(await isDue()).toBe(true)
})

test('once nobody is stored it is due no more, and storage is not asked again', async () => {
  const { isDue, world } = anErasure()
  world.now = ERASE_AT
  world.guests = 0
  expect([await isDue(), await isDue(), world.counted]).toEqual([false, false, 1])
})

test('a natural key left behind is due to be erased, too', async () => {
  const { log } = collectLog()
  const count = async () => ({ credenciais: 0, chaves: 1 })
  expect(await createErasureDue({ eraseAt: 0, count, now: () => 0, log }).isDue()).toBe(true)
})

test('the log says so at once, then once a day while it stays due, however often it is asked', async () => {
  const { remind, world, lines } = anErasure()
  await remind()
  expect(lines).toEqual([])
  world.now = ERASE_AT
  for (let hour = 0; hour < 48; hour++) {
    await remind()
    world.now += HOUR_MS
  }
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({
    level: 40,
    since: '2027-10-17T01:00:00.000Z',
    msg: 'expurgo is due: npm run expurgo -- --confirmar erases the guests',
  })
  world.guests = 0
  world.now += 24 * HOUR_MS
  await remind()
  expect(lines).toHaveLength(2)
})
