import { afterEach, expect, test, vi } from 'vitest'
import { NOW } from '../support/factories.ts'
import { FORM, startServer, type RunningServer } from '../support/http-server.ts'

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

test('0 switches the limit off', async () => {
  const running = await startServer({ env: { POSTS_PER_MINUTE: '0' } })
  for (let n = 0; n < 5; n++) expect((await post(running)).status).toBe(200)
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
  ['1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['1', '[2001:db8::7]:443', '2001:db8:0:0::/64'],
  ['1', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
] as const) {
  test(`with ${hops} trusted proxies X-Forwarded-For '${forwarded}' is the client ${address}`, async () => {
    const running = await startServer({ env: { TRUST_PROXY_HOPS: hops } })
    await post(running, forwarded)
    expect(running.seen[0]?.address).toBe(address)
  })
}
