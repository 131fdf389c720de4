import { spawnSync } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { CONNECTIONS } from '../../../lab/bench/drive.ts'
import { driveByWrk } from '../../../lab/bench/wrk.ts'
import { ask, serve } from './serve.ts'

const isInstalled = spawnSync('wrk').error === undefined
const MISSING = 'wrk is missing: apt-get install wrk'

/** Without wrk nothing can be measured, which is then all there is to test. */
const expectRefused = (driven: Promise<unknown>, complaint: string | RegExp) =>
  expect(driven).rejects.toThrow(isInstalled ? complaint : MISSING)

test('every right answer is counted, whole or in chunks, and asked for as given over as many connections', async () => {
  let asked = 0
  const connections = new Set<unknown>()
  const requests = new Set<string>()
  const port = await serve((req, res) => {
    asked += 1
    connections.add(req.socket)
    requests.add(`${req.method} ${req.url} ${req.rawHeaders.join()}`)
    res.write('o')
    setTimeout(() => res.end(asked % 2 === 0 ? 'k' : 'kk'), 5)
  })
  const text = 'GET /mesa HTTP/1.1\r\nHost: convite.test\r\nAccept-Encoding: br\r\n\r\n'
  const driven = driveByWrk(port, ask({ text, maxBytes: 3 }), 1)
  if (!isInstalled) return expectRefused(driven, MISSING)

  const { answers, seconds, perSecond, p99Ms } = await driven
  expect([...requests]).toEqual(['GET /mesa Host,convite.test,Accept-Encoding,br'])
  expect(connections.size).toBe(CONNECTIONS)
  // wrk does not wait for the last answers.
  expect(answers).toBeGreaterThan(CONNECTIONS)
  expect(asked - answers).toBeGreaterThanOrEqual(0)
  expect(asked - answers).toBeLessThanOrEqual(CONNECTIONS)
  expect(perSecond).toBe(answers / seconds)
  expect(p99Ms).toBeGreaterThan(4)
  expect(p99Ms).toBeLessThan(30_000)
})

test.each([
  [
    'status',
    (n: number) => ({ status: n === 50 ? 201 : 200, body: 'ok' }),
    /got 1 other .* 201 with 2 bytes/,
  ],
  [
    'length',
    (n: number) => ({ status: 200, body: n === 50 ? 'o' : 'ok' }),
    /got 1 other .* 200 with 1 bytes/,
  ],
] as const)('one answer of another %s among many ends the measurement', async (_, listener, complaint) => {
  let n = 0
  const port = await serve((_, res) => {
    const { status, body } = listener(++n)
    res.writeHead(status).end(body)
  })
  await expectRefused(driveByWrk(port, ask(), 1), complaint)
})

test('one connection closed without an answer ends the measurement', async () => {
  let n = 0
  const port = await serve((req, res) => (++n === 50 ? req.socket.destroy() : res.end('ok')))
  await expectRefused(driveByWrk(port, ask(), 1), 'errors: 1 read')
})

test('a server that never answers has no figure', async () => {
  await expectRefused(driveByWrk(await serve(() => {}), ask(), 1), 'no answer in 1 s')
})

test('without wrk the measurement ends and says what to install', async () => {
  vi.stubEnv('PATH', '/nowhere')
  try {
    await expect(driveByWrk(1, ask(), 1)).rejects.toThrow(MISSING)
  } finally {
    vi.unstubAllEnvs()
  }
})
