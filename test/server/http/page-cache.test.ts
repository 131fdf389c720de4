import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { reciboCookie } from '../../../app/recibo.server.ts'
import { hasSession, sidCookie } from '../../../app/session.server.ts'
import { createMemoryStore } from '../../../server/repos/memory/store.ts'
import { anEmpresa, NOW } from '../../support/factories.ts'
import { FORM, html, startServer, type Told } from '../../support/http-server.ts'
import { handle } from '../../support/remix.ts'

/** The app itself behind the server, with two companies. */
async function start({ isDemonstration = false, now = () => NOW } = {}) {
  const store = createMemoryStore()
  for (const [empresaid, nome] of [
    ['clara', 'Fazenda Santa Clara'],
    ['vale', 'Cooperativa do Vale'],
  ] as const) {
    store.empresas.set(empresaid, anEmpresa({ empresaid, nome, icredencial: 10 }))
  }
  const running = await startServer({
    isDemonstration,
    env: { POSTS_PER_MINUTE: '0' },
    store,
    now,
    ...{ sidCookie, reciboCookie, hasSession },
    handler: (request, context) => handle(request, { ...context }),
  })
  return { ...running, store }
}

const cookieOf = ({ headers }: Told) => (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0])
const policyOf = ({ headers }: Told) => String(headers['content-security-policy'])
const leftOf = ({ body }: Told) => Number(/VOCÊ TEM <b[^>]*>(\d+)<\/b>/.exec(body)?.[1])
const guest = { method: 'POST', headers: FORM, body: 'nome=Maria+Silva&telefone=11987654321&email=' }

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
    const inline = [...told.body.matchAll(/<(style|script)\b[^>]*>([\s\S]*?)<\/\1>/g)]
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

for (const path of ['/', '/cadastro', '/item', '/privacidade', '/clara']) {
  test(`${path} is kept ready for a browser that has the form’s cookie and no session`, async () => {
    const { ask, seen } = await start()
    const [recibo = ''] = cookieOf(await ask({ path: '/cadastro' }))
    const first = await ask({ path })
    const asked = seen.length
    for (const cookie of [recibo, 'a=b', 'convite=x; __Host-convites=y']) {
      const told = await ask({ path, headers: { cookie } })
      expect(told.body).toBe(first.body)
      expect(cookieOf(told).some((set) => set?.startsWith('__Host-recibo'))).toBe(
        path === '/cadastro' && cookie !== recibo,
      )
    }
    expect(seen).toHaveLength(asked)
  })
}

test('the form kept ready gives each browser a cookie of its own, when it is not modified and fetched ahead, too', async () => {
  const { ask, seen } = await start()
  const first = await ask({ path: '/cadastro' })
  const asked = seen.length
  const second = await ask({ path: '/cadastro' })
  const [mine = '', other = ''] = [...cookieOf(first), ...cookieOf(second)]
  expect(mine).toMatch(/^__Host-recibo=./)
  expect(other).not.toBe(mine)
  expect(second.bytes.equals(first.bytes)).toBe(true)
  const unchanged = await ask({ path: '/cadastro', headers: { 'if-none-match': first.headers.etag } })
  const ahead = await ask({ path: '/cadastro', headers: { 'sec-purpose': 'prefetch' } })
  expect([unchanged.status, ahead.status]).toEqual([304, 200])
  for (const told of [unchanged, ahead])
    expect(cookieOf(told)).toEqual([expect.stringMatching(/^__Host-recibo=/)])
  expect(seen).toHaveLength(asked)
  const again = await ask({ path: '/cadastro', headers: { cookie: mine } })
  expect(again.headers).not.toHaveProperty('set-cookie')
})

test('the alert and the credencial of a guest are shown to that guest, and to nobody else before or after', async () => {
  const { ask } = await start()
  const before = await ask()
  const [cookie = ''] = cookieOf(await ask({ ...guest, path: '/cadastro' }))
  const confirmed = await ask({ headers: { cookie } })
  const after = await ask()
  expect(confirmed.body).toContain('CADASTRO CONFIRMADO COM SUCESSO!')
  expect(confirmed.headers['cache-control']).toBe('no-store')
  expect(after.body).toBe(before.body)
  expect(after.body).not.toMatch(/CONFIRMADO|MARIA/)
})

test('the form of a browser that holds an invitation names its company, and no other form does', async () => {
  const { ask } = await start()
  await ask({ path: '/cadastro' })
  const [cookie = ''] = cookieOf(await ask({ method: 'POST', path: '/clara', headers: FORM }))
  const held = await ask({ path: '/cadastro', headers: { cookie } })
  expect(held.body).toContain('Fazenda Santa Clara')
  expect((await ask({ path: '/cadastro' })).body).not.toContain('Fazenda')
})

test('n is read each time: a claim shows in the next page, for that company only', async () => {
  const { ask, seen } = await start()
  expect([leftOf(await ask({ path: '/clara' })), leftOf(await ask({ path: '/vale' }))]).toEqual([10, 10])
  await ask({ method: 'POST', path: '/clara', headers: FORM })
  expect([leftOf(await ask({ path: '/clara' })), leftOf(await ask({ path: '/vale' }))]).toEqual([9, 10])
  const asked = seen.length
  expect(leftOf(await ask({ path: '/clara' }))).toBe(9)
  expect(seen).toHaveLength(asked)
})

test('a company renamed, and one just imported, show at once', async () => {
  const { ask, store } = await start()
  expect((await ask({ path: '/clara' })).body).toContain('Fazenda Santa Clara')
  store.empresas.set('clara', anEmpresa({ empresaid: 'clara', nome: 'Sítio Novo' }))
  expect((await ask({ path: '/clara' })).body).not.toContain('Fazenda Santa Clara')
  expect((await ask({ path: '/nova' })).status).toBe(404)
  store.empresas.set('nova', anEmpresa({ empresaid: 'nova' }))
  expect((await ask({ path: '/nova' })).status).toBe(200)
})

test('a page made while n changes shows the n it is kept under', async () => {
  const { ask, store } = await start()
  let icredencial = 9
  const get = store.empresas.get.bind(store.empresas)
  store.empresas.get = (empresaid) => {
    const empresa = get(empresaid)
    return empresa && { ...empresa, icredencial: (icredencial -= 1) }
  }
  const shown = []
  for (let n = 0; n < 4; n++) shown.push(leftOf(await ask({ path: '/vale' })))
  // Read once for each request, and shown as read.
  expect(shown).toEqual([8, 7, 6, 5])
})

test("a company's page gives each new browser a sid of its own, and leaves a browser that has one alone", async () => {
  const { ask } = await start()
  const [first, second] = [await ask({ path: '/clara' }), await ask({ path: '/clara' })]
  const [mine = '', other = ''] = [...cookieOf(first), ...cookieOf(second)]
  expect(mine).toMatch(/^__Host-convite=./)
  expect(other).not.toBe(mine)
  expect((await ask({ path: '/clara', headers: { cookie: mine } })).headers).not.toHaveProperty('set-cookie')
  const forged = await ask({ path: '/clara', headers: { cookie: `${mine}x` } })
  expect(cookieOf(forged)).toHaveLength(1)
})

test('two taps after a company page was shown are one browser and use one invitation', async () => {
  const { ask } = await start()
  await ask({ path: '/clara' })
  const [cookie = ''] = cookieOf(await ask({ path: '/clara' }))
  const tap = { method: 'POST', path: '/clara', headers: { ...FORM, cookie } }
  await Promise.all([ask(tap), ask(tap)])
  expect(leftOf(await ask({ path: '/clara' }))).toBe(9)
})

test('an address with a query is never answered from a page kept', async () => {
  const { ask, seen } = await start()
  await ask({ path: '/item' })
  const told = await ask({ path: '/item?empresaid=clara' })
  expect([told.status, told.headers.location]).toEqual([303, '/clara'])
  await ask({ path: '/?utm=1' })
  expect(seen.at(-1)?.request.url).toMatch(/\?utm=1$/)
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
  const [cookie = ''] = cookieOf(await ask({ ...guest, path: '/cadastro' }))
  const confirmed = await ask({ headers: { cookie, 'if-none-match': landing.etag } })
  expect([confirmed.status, confirmed.body.includes('CONFIRMADO')]).toEqual([200, true])
  expect((await ask({ path: '/nenhuma' })).headers).not.toHaveProperty('etag')
})

test('nothing a client sends along gets into a page kept', async () => {
  const { ask, seen } = await start()
  const headers = {
    ...{ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', 'user-agent': 'EVIL' },
    ...{ 'accept-language': 'EVIL', host: 'evil.example', 'sec-purpose': 'prefetch' },
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

test('while storage fails every page that needs it says so, and is there again with it', async () => {
  const { ask, store } = await start()
  await ask({ path: '/clara' })
  const get = store.empresas.get.bind(store.empresas)
  const failure = Object.assign(new Error('down'), { name: 'StorageError' })
  let reads = 0
  store.empresas.get = () => {
    reads += 1
    throw failure
  }
  expect((await ask({ path: '/clara' })).status).toBe(503)
  // Remix is told of the failure: asked again, storage would keep the guest waiting twice.
  expect(reads).toBe(1)
  store.empresas.get = get
  expect((await ask({ path: '/clara' })).status).toBe(200)
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

test('a page kept while registrations were open is not shown once they are closed', async () => {
  let now = Date.parse('2027-09-17T01:00:00Z') - 1
  const { ask, seen } = await start({ now: () => now })
  const [cookie = ''] = cookieOf(await ask({ path: '/vale' }))
  await ask({ method: 'POST', path: '/vale', headers: { ...FORM, cookie } })
  for (const path of ['/cadastro', '/item', '/clara'])
    expect((await ask({ path })).body).not.toContain('ENCERRADAS')
  now += 1
  for (const path of ['/cadastro', '/item', '/clara']) {
    const first = await ask({ path })
    const asked = seen.length
    expect(first.body).toContain('INSCRIÇÕES ENCERRADAS')
    expect((await ask({ path })).body).toBe(first.body)
    expect(seen).toHaveLength(asked)
  }
  // The one that holds an invitation has a page of its own.
  expect((await ask({ path: '/vale', headers: { cookie } })).body).toContain('USAR O CONVITE RESERVADO')
  expect((await ask({ path: '/vale' })).body).toContain('INSCRIÇÕES ENCERRADAS')
})
