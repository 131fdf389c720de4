import { afterEach, expect, test, vi } from 'vitest'
import { NOW } from '../../support/factories.ts'
import { FORM, startServer, type RunningServer } from '../../support/http-server.ts'

afterEach(() => void vi.useRealTimers())

const post = ({ ask }: RunningServer, forwarded?: string) =>
  ask({
    method: 'POST',
    body: 'a=1',
    headers: { ...FORM, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) },
  })

test('the post above the limit is a 429 that says when to come back, and a minute later posts pass again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  const running = await startServer({ env: { POSTS_PER_MINUTE: '2' } })
  expect([(await post(running)).status, (await post(running)).status]).toEqual([200, 200])
  vi.setSystemTime(NOW + 20_000)
  const refused = await post(running)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '40'])
  expect(refused.body).toContain('Nada foi salvo')
  expect((await running.ask()).status).toBe(200)
  vi.setSystemTime(NOW + 60_000)
  expect((await post(running)).status).toBe(200)
})

test('with no trusted proxy a rotating X-Forwarded-For is limited all the same', async () => {
  const running = await startServer({ env: { POSTS_PER_MINUTE: '2' } })
  const statuses = []
  for (const n of [1, 2, 3]) statuses.push((await post(running, `198.51.100.${n}`)).status)
  expect(statuses).toEqual([200, 200, 429])
  expect(running.seen[0]?.address).toBe('127.0.0.1')
})

test('the 1,201st page of an address in a minute is a 429 that says when to come back; files, cached pages, health and forms go on', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  const running = await startServer({
    files: { 'favicon.ico': 'icon' },
    env: { TRUST_PROXY_HOPS: '1' },
    handler: async () =>
      new Response('ok', {
        headers: { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" },
      }),
  })
  const from = (forwarded: string, path: string) =>
    running.ask({ path, headers: { 'x-forwarded-for': forwarded } })
  const statuses: Record<number, number> = {}
  for (let n = 0; n < 1_250; n += 50) {
    const told = await Promise.all(
      Array.from({ length: 50 }, (_, nth) =>
        from('203.0.113.9', [`/acme/${'a'.repeat(20)}`, '/mesa/x', '/?remix'][nth % 3] ?? ''),
      ),
    )
    for (const { status } of told) statuses[status] = (statuses[status] ?? 0) + 1
  }
  expect(statuses).toEqual({ 200: 1_200, 429: 50 })
  vi.setSystemTime(NOW + 20_000)
  const refused = await from('203.0.113.9', '/mesa')
  expect([refused.status, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([
    ...[429, '40', 'no-store'],
  ])
  expect(refused.body).toContain('Espere um minuto')
  expect(refused.body).not.toContain('Nada foi salvo')
  for (const path of ['/', '/cadastro', '/saude', '/favicon.ico'])
    expect((await from('203.0.113.9', path)).status, path).toBe(200)
  expect((await post(running, '203.0.113.9')).status).toBe(200)
  expect((await from('203.0.113.10', '/a/b')).status).toBe(200)
  vi.setSystemTime(NOW + 60_000)
  expect((await from('203.0.113.9', '/a/b')).status).toBe(200)
})

test('0 switches the limit off', async () => {
  const running = await startServer({ env: { POSTS_PER_MINUTE: '0' } })
  for (let n = 0; n < 5; n++) expect((await post(running)).status).toBe(200)
  for (let n = 0; n < 1_300; n += 50) {
    const told = await Promise.all(Array.from({ length: 50 }, () => running.ask({ path: '/?remix' })))
    expect(told.every(({ status }) => status === 200)).toBe(true)
  }
})

for (const [hops, forwarded, address] of [
  ['0', '203.0.113.9', '127.0.0.1'],
  ['1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  ['2', '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['2', '6.6.6.6', '127.0.0.1'],
  ['1', 'unknown', '127.0.0.1'],
  ['1', '', '127.0.0.1'],
  ['1', '203.0.113.9:5123', '203.0.113.9'],
  ['1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
  ['1', '2001:db8:1:ff:3:4:5:6', '2001:db8:1:0::/56'],
  ['1', '2001:db8:1:1ff::6', '2001:db8:1:100::/56'],
  ['1', '[2001:db8::7]:443', '2001:db8:0:0::/56'],
  ['1', 'fe80::1%eth0', 'fe80:0:0:0::/56'],
] as const) {
  test(`with ${hops} trusted proxies X-Forwarded-For '${forwarded}' is the client ${address}`, async () => {
    const running = await startServer({ env: { TRUST_PROXY_HOPS: hops } })
    await post(running, forwarded)
    expect(running.seen[0]?.address).toBe(address)
  })
}
