import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { FORM, html, startServer } from '../../support/http-server.ts'
import { cookieOf, convidado, leftOf, policyOf, start } from '../../support/page-server.ts'

for (const path of ['/', '/cadastro', '/item', '/privacidade', '/clara', '/nenhuma']) {
  test(`${path} is asked of Remix once for many browsers without a cookie, and is what Remix would answer`, async () => {
    const { ask, seen } = await start()
    const remix = await ask({ path: `${path}?remix` })
    const first = await ask({ path })
    const asked = seen.length
    for (let n = 0; n < 3; n++) expect((await ask({ path })).body).toBe(first.body)
    expect(seen).toHaveLength(asked)
    expect(first.status).toBe(path === '/nenhuma' ? 404 : 200)
    expect(first.body).toContain('<html')
    expect(first.body).toBe(remix.body)
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' })
    expect(first.headers['x-content-type-options']).toBe('nosniff')
  })

  test(`${path}, kept ready, has a policy that names exactly its own style and scripts`, async () => {
    const { ask } = await start()
    const told = await ask({ path })
    const inline = [...told.body.matchAll(/<(style|script)\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/\1>/g)]
    expect(inline.length).toBeGreaterThan(0)
    const hashes = inline.map(([, , text = '']) => createHash('sha256').update(text).digest('base64'))
    expect(
      policyOf(told)
        .match(/(?<='sha256-)[^']+/g)
        ?.sort(),
    ).toEqual(hashes.sort())
    expect(policyOf(told)).toContain("default-src 'none'")
  })
}

test('a browser with a session, valid or not, is answered by Remix', async () => {
  const { ask, seen } = await start()
  await ask()
  for (const cookie of ['__Host-convite=x', 'a=b;__Host-convite=x', 'a=b; __Host-convite =x']) {
    const asked = seen.length
    expect((await ask({ headers: { cookie } })).status).toBe(200)
    expect(seen.length, cookie).toBe(asked + 1)
    expect(seen.at(-1)?.request.headers.get('cookie')).toBe(cookie)
  }
})

test('an address with a query is never answered from a page kept', async () => {
  const { ask, seen } = await start()
  await ask({ path: '/item' })
  const told = await ask({ path: '/item?empresaid=clara' })
  expect([told.status, told.headers.location]).toEqual([303, '/clara'])
  await ask({ path: '/?utm=1' })
  expect(seen.at(-1)?.request.url).toMatch(/\?utm=1$/)
})

test('a company’s address with an end, or in capitals, leads on; all that mean none are one page kept', async () => {
  const { ask, seen } = await start()
  for (const path of ['/clara.', '/CLARA', '/Clara*', '/clara%20', '/clara%E2%80%8B', '/clara,?utm=1']) {
    const told = await ask({ path })
    expect([told.status, told.headers.location, told.headers['cache-control']], path).toEqual([
      ...[302, '/clara', 'no-store'],
    ])
  }
  await ask({ path: '/nenhuma' })
  const asked = seen.length
  for (const path of ['/outra', '/outra.', '/OUTRA_']) expect((await ask({ path })).status, path).toBe(404)
  expect(seen).toHaveLength(asked)
})

test('each encoding is the same page, HEAD has its headers, and none is given to who refuses it', async () => {
  const { ask } = await start()
  const plain = await ask()
  for (const [accept, unpack] of [
    ['gzip, br', brotliDecompressSync],
    ['gzip, br;q=0', gunzipSync],
  ] as const) {
    const headers = { 'accept-encoding': accept }
    const told = await ask({ headers })
    expect(unpack(told.bytes).toString()).toBe(plain.body)
    expect(told.headers.etag).not.toBe(plain.headers.etag)
    const head = await ask({ headers, method: 'HEAD' })
    expect([head.body, head.headers['content-length']]).toEqual(['', String(told.bytes.length)])
  }
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect((await ask({ headers: { 'accept-encoding': 'identity' } })).body).toBe(plain.body)
})

test('a browser that has the page already is told so with its policy, until it changes or there is a cookie', async () => {
  const { ask } = await start()
  const { headers: had } = await ask({ path: '/clara' })
  const again = { path: '/clara', headers: { 'if-none-match': had.etag } }
  const unchanged = await ask(again)
  expect([unchanged.status, unchanged.body]).toEqual([304, ''])
  expect(policyOf(unchanged)).toBe(had['content-security-policy'])
  await ask({ method: 'POST', path: '/clara', headers: FORM })
  expect([(await ask(again)).status, leftOf(await ask(again))]).toEqual([200, 9])

  const { headers: landing } = await ask()
  const [cookie = ''] = cookieOf(await ask({ ...convidado, path: '/cadastro' }))
  const confirmed = await ask({ headers: { cookie, 'if-none-match': landing.etag } })
  expect([confirmed.status, confirmed.body.includes('CONFIRMADO')]).toEqual([200, true])
  expect((await ask({ path: '/nenhuma' })).headers).not.toHaveProperty('etag')
})

test('nothing a client sends along gets into a page kept', async () => {
  const { ask, seen } = await start()
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'user-agent': 'EVIL',
    'accept-language': 'EVIL',
    host: 'evil.example',
    'sec-purpose': 'prefetch',
  }
  const poisoned = await ask({ path: '/clara', headers })
  expect(poisoned.body).not.toMatch(/evil/i)
  expect((await ask({ path: '/clara' })).body).toBe(poisoned.body)
  expect(seen.map(({ request }) => [...request.headers.keys()].join())).toEqual(['cookie,host'])
})

test('in demonstration a page says the address of the Host it was asked by', async () => {
  const { ask } = await start({ isDemonstration: true })
  const told = (host: string) => ask({ path: '/clara', headers: { host } })
  for (const host of ['localhost:3000', '127.0.0.1:3000', 'localhost:3000']) {
    const { body } = await told(host)
    expect(body).toContain(encodeURIComponent(`http://${host}/clara`))
    expect(body.match(/localhost|127\.0\.0\.1/g)?.every((name) => host.startsWith(name))).toBe(true)
  }
})

test('in demonstration no page made for one Host is shown to another', async () => {
  const { ask } = await startServer({
    isDemonstration: true,
    handler: async ({ url }) =>
      new Response(url, { headers: { 'content-security-policy': "default-src 'none'" } }),
  })
  for (const host of ['localhost', '127.0.0.1', 'localhost']) {
    expect((await ask({ headers: { host } })).body).toBe(`http://${host}/`)
    expect((await ask({ path: '/nenhuma', headers: { host } })).body).toContain(`http://${host}/`)
  }
})

test('an answer that sets a cookie, is not to be stored, has a nonce, or fails is kept for nobody', async () => {
  const policy = "script-src 'self'"
  let n = 0
  for (const [status, headers] of [
    [200, { 'set-cookie': 'a=1', 'content-security-policy': policy }],
    [200, { 'cache-control': 'no-store', 'content-security-policy': policy }],
    [200, { vary: 'Cookie', 'content-security-policy': policy }],
    [500, { 'content-security-policy': policy }],
    [200, { 'content-security-policy': "script-src 'nonce-abc'" }],
    [200, {}],
  ] as const) {
    const handler = async () => {
      const told = html(String((n += 1)))
      return new Response(told.body, { status, headers: { ...Object.fromEntries(told.headers), ...headers } })
    }
    const { ask } = await startServer({ handler })
    const [first, second] = [(await ask()).body, (await ask()).body]
    expect(first, JSON.stringify(headers)).not.toBe(second)
  }
})
