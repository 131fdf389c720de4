import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openJar, nameOf, readLeft, telefoneOf } from '../../support/journey.ts'
import { MESA, openHouse } from '../../support/sqlite-house.ts'

/** A company with fifty invitations, so one address may hold ten. */
const FIFTY = 'cooperativa-vale-dourado'

/** Acts a number of times, fifty at once. */
async function inCrowds<Result>(times: number, act: (n: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let n = 0; n < times; n += 50) {
    results.push(...(await Promise.all(Array.from({ length: 50 }, (_, nth) => act(n + nth)))))
  }
  return results
}

test('1,000 posts of a stranger from one address hold ten of fifty invitations, and they come back', async () => {
  const house = openHouse()
  const { url } = await house.start({ POSTS_PER_MINUTE: '', RESERVA_MINUTES: '0.2' })
  const statuses = await inCrowds(1_000, async () => (await openJar(url).post(`/${FIFTY}`)).status)
  expect(statuses.filter((status) => status === 303).length).toBeLessThanOrEqual(10)
  expect(new Set(statuses)).toEqual(new Set([303, 429]))
  expect(await readLeft(url, FIFTY)).toBeGreaterThanOrEqual(40)
  await expect.poll(() => readLeft(url, FIFTY), { interval: 500 }).toBe(50)
})

test('fifty posts of invented names from one address take ten of fifty invitations, claimed first or not', async () => {
  const house = openHouse()
  const { url } = await house.start({ POSTS_PER_MINUTE: '' })
  const convidado = (n: number) => ({ nome: nameOf(n), telefone: telefoneOf(n), empresaid: FIFTY })
  const statuses = await inCrowds(
    50,
    async (n) => (await openJar(url).post('/cadastro', convidado(n))).status,
  )
  expect(statuses.filter((status) => status === 303)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  expect([house.count('credencial'), await readLeft(url, FIFTY)]).toEqual([10, 40])
  expect((await openJar(url).post(`/${FIFTY}`)).status).toBe(429)
})

test('one address holds half of a table of ten at most, and the guests of another find the rest', async () => {
  const house = openHouse()
  const { url } = await house.start({ POSTS_PER_MINUTE: '' })
  const statuses = await inCrowds(50, async () => (await openJar(url).post(`/${MESA}`)).status)
  expect(statuses.filter((status) => status === 303)).toHaveLength(5)
  expect(await readLeft(url, MESA)).toBe(5)
})

test('1,000 GETs, prefetches among them, use no invitation', async () => {
  const house = openHouse()
  const { url } = await house.start()
  await inCrowds(1_000, async (n) => {
    const headers = n % 2 === 0 ? { 'Sec-Purpose': 'prefetch' } : {}
    return (await fetch(`${url}/${MESA}`, { headers })).arrayBuffer()
  })
  expect([house.count('reserva'), await readLeft(url, MESA)]).toEqual([0, 10])
})

test('2,000 connections that drip their requests keep no guest waiting for a second', async () => {
  const house = openHouse()
  const { url } = await house.start()
  const port = Number(new URL(url).port)
  const dripping: Socket[] = []
  onTestFinished(() => dripping.forEach((socket) => socket.destroy()))
  await inCrowds(2_000, async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    dripping.push(socket)
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.write('POST /cadastro HTTP/1.1\r\nHost: a\r\n')
  })
  const drip = setInterval(
    () => dripping.forEach((socket) => socket.writable && socket.write('X: y\r\n')),
    500,
  )
  onTestFinished(() => clearInterval(drip))

  const times: number[] = []
  for (let n = 0; n < 100; n++) {
    const begun = performance.now()
    const { status } = await openJar(url).post('/cadastro', { nome: nameOf(n), telefone: telefoneOf(n) })
    times.push(performance.now() - begun)
    expect(status).toBe(303)
  }
  // A guest who waited for one of them would wait five seconds for its headers.
  expect(times.sort((a, b) => a - b)[98]).toBeLessThan(4_000)
  // None of them stays, since their headers are not there in time.
  await expect.poll(() => dripping.filter(({ closed }) => !closed).length).toBe(0)
})
