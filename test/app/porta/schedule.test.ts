import { expect, test } from 'vitest'
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
