import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createAdmission } from '../../server/http/admission.ts'
import { FORM, html, startServer } from '../support/http-server.ts'

/** An admission whose clock moves only while work is done, `ms` for each. */
function anAdmission(ms: number) {
  let time = 0
  const work = async () => void (time += ms)
  const { admit, isFull } = createAdmission(() => time)
  return {
    isFull,
    /** `true` once the work was done, `false` when it was sent away. */
    ask: async (kind: 'page' | 'form') => (await admit(kind, work)) !== null,
  }
}

const askEach = (times: number, ask: () => Promise<boolean>) =>
  Array.from({ length: times }, async () => ask())
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('overload: a crowd of 200 at once is let in, however long each takes', async () => {
  const { ask } = anAdmission(100)
  await Promise.all(askEach(100, () => ask('page')))
  const crowd = await Promise.all(askEach(200, () => ask('page')))
  expect(crowd).toEqual(Array.from({ length: 200 }, () => true))
})

test('overload: who would wait too long is sent away at once, pages before forms, and who is in finishes', async () => {
  const { ask, isFull } = anAdmission(1.5)
  await Promise.all(askEach(100, () => ask('page')))
  const crowd = Promise.all(askEach(200, () => ask('page')))
  expect([isFull('page'), isFull('form')]).toEqual([true, false])
  expect(await ask('page')).toBe(false)
  const form = ask('form')
  expect(await Promise.race([form.then(() => 'form'), ask('page')])).toBe(false)
  expect(await form).toBe(true)
  expect(await crowd).not.toContain(false)
  expect([isFull('page'), await ask('page')]).toEqual([false, true])
})

test('overload: quick work is let in up to 512 pages and 768 forms', async () => {
  const { ask, isFull } = anAdmission(0.1)
  await Promise.all(askEach(400, () => ask('page')))
  const pages = askEach(512, () => ask('page'))
  expect([isFull('page'), isFull('form')]).toEqual([true, false])
  const forms = askEach(256, () => ask('form'))
  expect(isFull('form')).toBe(true)
  expect(await Promise.all([...pages, ...forms])).not.toContain(false)
})

/** How many of two hundred, 0.6 ms each, are done in each turn of the event loop, the first of which bring a connection. */
async function doneInTurns(connections: number): Promise<number[]> {
  let time = 0
  let done = 0
  const { admit, onConnection } = createAdmission(() => time)
  const work = async () => {
    time += 0.6
    done += 1
  }
  const crowd = Array.from({ length: 200 }, () => admit('page', work))
  const turns: number[] = []
  for (let before = 0; before < 200; before = done) {
    await nextTurn()
    if (turns.length < connections) onConnection()
    turns.push(done - before)
  }
  await Promise.all(crowd)
  return turns
}

test('overload: after a millisecond of work the connections get a turn', async () => {
  const turns = await doneInTurns(0)
  expect(Math.max(...turns)).toBe(2)
  expect(turns.length).toBeLessThan(110)
})

test('overload: turns that bring a new connection follow each other, 128 at most', async () => {
  const turns = await doneInTurns(400)
  expect(turns.slice(0, 400).filter((done) => done > 0)).toHaveLength(4)
  expect(turns.length).toBeLessThan(110 + 400)
})

test('overload: work that fails makes room again', async () => {
  const { admit, isFull } = createAdmission(() => 0)
  const bug = () => Promise.reject(new Error('bug'))
  const failing = Array.from({ length: 512 }, () => admit('page', bug))
  expect(isFull('page')).toBe(true)
  const outcomes = await Promise.allSettled(failing)
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  expect(isFull('page')).toBe(false)
})

/** A server with 768 forms waiting in it until `finish`. */
async function startFull() {
  let finish: () => void = () => {}
  const isOpen = new Promise<void>((resolve) => (finish = resolve))
  const running = await startServer({
    env: { POSTS_PER_MINUTE: '0' },
    handler: async () => {
      await isOpen
      return html('ok'.repeat(1_000))
    },
  })
  const { ask, seen } = running
  const crowd = Array.from({ length: 768 }, () => ask({ method: 'POST', headers: FORM, body: 'nome=a' }))
  while (seen.length < 768) await new Promise((resolve) => setTimeout(resolve, 5))
  return { ...running, crowd: Promise.all(crowd), finish }
}

test('overload: the page of who is sent away says when to come back, in Portuguese, and is one log line a second', async () => {
  const { ask, crowd, finish, lines, seen } = await startFull()
  const headers = { 'accept-encoding': 'br, gzip' }
  const plain = await ask({ path: '/?remix', headers: { 'accept-encoding': 'identity' } })
  expect([plain.status, plain.headers['content-encoding']]).toEqual([503, undefined])
  const refused = await Promise.all([
    ask({ path: '/?remix', headers }),
    ask({ headers: { ...headers, ...FORM }, method: 'POST', body: 'nome=b' }),
  ])
  for (const told of refused) {
    expect([told.status, told.headers['retry-after']]).toEqual([503, '5'])
    expect(told.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(told.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(brotliDecompressSync(told.bytes).toString()).toContain('Muita gente ao mesmo tempo')
    expect(told.bytes.length).toBeLessThan(2_200)
  }
  expect(seen).toHaveLength(768)
  await expect.poll(() => lines.filter(({ shed }) => shed === 3).length, { timeout: 3_000 }).toBe(1)
  expect(lines.filter(({ status }) => status === 503)).toEqual([])
  finish()
  expect((await crowd).every(({ status }) => status === 200)).toBe(true)
})

test('overload: whoever watches over the server is answered when all others are sent away', async () => {
  const { ask, crowd, finish, seen } = await startFull()
  const told = ask({ path: '/saude' })
  await expect.poll(() => seen.length).toBe(769)
  finish()
  expect((await told).status).toBe(200)
  await crowd
})

test('overload: a form sent away leaves its connection whole, whatever of it was still on its way', async () => {
  const { raw, crowd, finish, seen } = await startFull()
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n'
  const told = await raw(
    `${head}Content-Length: 6\r\n\r\nnome=b${head}Content-Length: 6\r\nConnection: close\r\n\r\nnome=c`,
  )
  expect(told.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 503', 'HTTP/1.1 503'])
  const long = await raw(`${head}Content-Length: 60000\r\n\r\n${'a'.repeat(60_000)}`)
  expect(long).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close/i)
  expect(seen).toHaveLength(768)
  finish()
  await crowd
})
