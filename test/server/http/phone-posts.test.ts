import { expect, test } from 'vitest'
import { SYNC } from '../../../server/route-table.ts'
import { startServer } from '../../support/http-server.ts'

const isClosed = (cookie: string | null) => cookie?.includes('closed') ?? false

test('a phone whose pairing was closed posts three hundred at once: sixty are read, and another phone is answered beside them', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { ask, raw, seen } = await startServer({
    phoneIn: async (cookie) =>
      isClosed(cookie) ? { kind: 'closed', segredo: 'its hash' } : { kind: 'paired' },
    handler: async ({ headers }) => {
      if (isClosed(headers.get('cookie'))) await held
      return Response.json({})
    },
  })
  const path = '/porta/sync'
  const post = async (name: string) => {
    const headers = {
      cookie: `__Host-equipe=${name}`,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    }
    return (await ask({ method: 'POST', path, headers, body: '{}' })).status
  }
  const statuses: number[] = []
  const hostile = Promise.all(
    Array.from({ length: 300 }, async () => void statuses.push(await post('closed'))),
  )
  await expect.poll(() => seen.length + statuses.length).toBe(300)
  expect(await post('honest')).toBe(200)
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nCookie: __Host-equipe=closed\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`
  expect(await raw(head)).toMatch(/^HTTP\/1\.1 429 [^]*\r\nretry-after: \d+\r\n[^]*\{"erro":/i)
  release()
  await hostile
  expect([200, 429].map((one) => statuses.filter((status) => status === one).length)).toEqual([60, 240])
})

test('the server in front reads 128 KB of JSON of a phone, percent signs and all, and of a stranger nothing', async () => {
  const headers = {
    cookie: '__Host-equipe=x',
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
  }
  const { ask, seen } = await startServer()
  const statusOf = async (body: string, more: Record<string, string> = {}) =>
    (await ask({ method: 'POST', path: '/porta/sync', headers: { ...headers, ...more }, body })).status
  expect(await statusOf('%'.repeat(SYNC.maxBytes))).toBe(200)
  expect(seen[0]?.body.length).toBe(SYNC.maxBytes)
  expect(await statusOf('x'.repeat(SYNC.maxBytes + 1))).toBe(413)
  expect(await statusOf('{}', { 'content-type': 'text/plain' })).toBe(415)
  expect(await statusOf('{}', { 'sec-fetch-site': 'cross-site' })).toBe(403)
  const strangers = await startServer({ phoneIn: async () => ({ kind: 'stranger' }) })
  const head = `POST /porta/sync HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nCookie: ${headers.cookie}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`
  expect(await strangers.raw(head)).toMatch(/^HTTP\/1\.1 404 /)
  expect(strangers.seen).toEqual([])
})
