import { expect, test } from 'vitest'
import { FORM, PUBLIC_ORIGIN, startServer } from '../../support/http-server.ts'

const post = { method: 'POST', body: 'nome=a', path: '/cadastro' }
const cases: [string, Record<string, string>, number][] = [
  ['no header at all, so no browser', {}, 200],
  ['our own origin', { origin: PUBLIC_ORIGIN }, 200],
  ['Sec-Fetch-Site same-origin', { 'sec-fetch-site': 'same-origin', origin: PUBLIC_ORIGIN }, 200],
  ['Sec-Fetch-Site none', { 'sec-fetch-site': 'none' }, 200],
  ['a null origin', { origin: 'null' }, 403],
  ['a foreign origin', { origin: 'https://evil.example' }, 403],
  ['our origin under http', { origin: PUBLIC_ORIGIN.replace('https', 'http') }, 403],
  ['our name with a tail', { origin: `${PUBLIC_ORIGIN}.evil.example` }, 403],
  ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site', origin: PUBLIC_ORIGIN }, 403],
  ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site', origin: PUBLIC_ORIGIN }, 403],
  ['a forwarded host that fits', { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }, 403],
  ['a Host that fits', { origin: 'https://evil.example', host: 'evil.example' }, 403],
]
for (const [what, headers, status] of cases) {
  test(`a post with ${what} is answered ${status}`, async () => {
    const { ask, seen } = await startServer()
    expect((await ask({ ...post, headers: { ...FORM, ...headers } })).status).toBe(status)
    expect(seen).toHaveLength(status === 200 ? 1 : 0)
  })
}

test('a post to the team that says nothing of where it comes from never reaches Remix', async () => {
  const { ask, seen } = await startServer()
  const toEquipe = { ...post, path: '/painel/equipe' }
  for (const headers of [{}, { 'sec-fetch-site': 'none' }, { origin: 'https://evil.example' }]) {
    expect((await ask({ ...toEquipe, headers: { ...FORM, ...headers } })).status).toBe(403)
  }
  expect(seen).toEqual([])
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: PUBLIC_ORIGIN }]) {
    expect((await ask({ ...toEquipe, headers: { ...FORM, ...headers } })).status).toBe(200)
  }
})

test('in demonstration the origin is that of the Host header', async () => {
  const { ask, seen } = await startServer({ isDemonstration: true })
  const from = (origin: string) =>
    ask({ ...post, headers: { ...FORM, host: 'localhost:3000', origin } }).then(({ status }) => status)
  expect(await from('http://localhost:3000')).toBe(200)
  expect(await from('http://127.0.0.1:3000')).toBe(403)
  expect(seen[0]?.request.url).toBe('http://localhost:3000/cadastro')
})

test('in demonstration a malformed Host is a 400', async () => {
  const { ask } = await startServer({ isDemonstration: true })
  for (const host of ['a b', 'a/b', 'user@a', '[::1', 'a:999999']) {
    expect((await ask({ headers: { host } })).status, host).toBe(400)
  }
  expect((await ask({ headers: { host: '[::1]:3000' } })).status).toBe(200)
})

test('in demonstration no Host but this computer’s own is answered, and no file either', async () => {
  const { ask, seen } = await startServer({ isDemonstration: true, files: { 'favicon.ico': 'icon' } })
  for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1:80', '[::1]:65535', '[::1]']) {
    expect((await ask({ path: '/?remix', headers: { host } })).status, host).toBe(200)
  }
  const asked = seen.length
  for (const host of [
    ...['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example:3000'],
    ...['192.168.0.7:3000', '127.0.0.2', '[::2]', '0.0.0.0:3000', 'localhost.'],
  ]) {
    for (const path of ['/', '/?remix', '/favicon.ico', '/saude']) {
      const told = await ask({ path, headers: { host } })
      expect(told.status, host + path).toBe(421)
      expect(told.body).toContain('Endereço não aceito')
      expect(told.headers['x-content-type-options']).toBe('nosniff')
    }
    const headers = { ...FORM, host, origin: `http://${host}` }
    expect((await ask({ ...post, headers })).status, host).toBe(421)
  }
  expect(seen).toHaveLength(asked)
})

test('in production any Host is answered: the proxy in front knows which are ours', async () => {
  const { ask } = await startServer()
  expect((await ask({ path: '/?remix', headers: { host: 'a.run.app' } })).status).toBe(200)
})

test('Remix sees the public origin, whatever Host says, and no header its own check trusts', async () => {
  const { ask, seen } = await startServer()
  const headers = {
    host: 'evil.example',
    origin: PUBLIC_ORIGIN,
    'x-forwarded-host': 'evil',
    forwarded: 'host=evil',
  }
  await ask({ ...post, path: '/cadastro?a=1', headers: { ...FORM, ...headers, cookie: 'a=1; b=2' } })
  const { request, body } = seen[0] ?? {}
  expect(request?.url).toBe(`${PUBLIC_ORIGIN}/cadastro?a=1`)
  expect(Object.fromEntries(request?.headers ?? [])).toEqual({
    ...FORM,
    host: 'convite.example.org',
    cookie: 'a=1; b=2',
  })
  expect(body).toBe('nome=a')
})

test('a path that looks like another host stays a path', async () => {
  const { ask, seen, raw } = await startServer()
  await ask({ path: '//evil.example/x' })
  expect(seen[0]?.request.url).toBe(`${PUBLIC_ORIGIN}//evil.example/x`)
  expect(await raw('GET http://evil.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain(
    ' 400 ',
  )
})

test('a path that cannot be decoded is a 400 and never reaches Remix', async () => {
  const { ask, seen } = await startServer()
  for (const path of ['/%zz', '/%', '/c/%FF']) expect((await ask({ path })).status, path).toBe(400)
  expect(seen).toEqual([])
})
