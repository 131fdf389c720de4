import { expect, test } from 'vitest'
import { SYNC } from '../../../server/route.ts'
import { startServer } from '../../support/http-server.ts'

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
  const strangers = await startServer({ isOfEquipe: async () => false })
  const head = `POST /porta/sync HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nCookie: ${headers.cookie}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`
  expect(await strangers.raw(head)).toMatch(/^HTTP\/1\.1 404 /)
  expect(strangers.seen).toEqual([])
})
