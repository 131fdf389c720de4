import { expect, test } from 'vitest'
import { FORM, html, startServer, type Ask, type RunningServer } from '../../support/http-server.ts'

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'strict-transport-security': 'max-age=63072000',
}

const files = { 'assets/app-1.js': 'let a', 'favicon.ico': 'icon' }
const start = () =>
  startServer({
    files,
    env: { POSTS_PER_MINUTE: '1' },
    handler: async ({ url }) => {
      if (url.endsWith('/falha')) throw new Error('bug')
      return html('remix')
    },
  })

const cases: [string, number, Ask][] = [
  ['a page', 200, { path: '/' }],
  ['a static file', 200, { path: '/assets/app-1.js' }],
  ['a file at the root', 200, { path: '/favicon.ico' }],
  ['a foreign post', 403, { method: 'POST', headers: { ...FORM, origin: 'https://evil.example' } }],
  ['a method that is not allowed', 405, { method: 'DELETE' }],
  ['a form too large', 413, { method: 'POST', headers: FORM, body: 'a'.repeat(20_000) }],
  ['a body that is no form', 415, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'a=1' }],
  ['a malformed form', 400, { method: 'POST', headers: FORM, body: 'nome=%zz' }],
  ['an expectation nobody has', 417, { path: '/', headers: { expect: 'x' } }],
  ['a loader’s data without its page', 400, { path: '/cadastro?a=b&_data=routes%2Fcadastro' }],
  ['a bug', 500, { path: '/falha' }],
]
for (const [what, status, asked] of cases) {
  test(`${what} (${status}) carries every security header`, async () => {
    const { ask } = await start()
    const told = await ask(asked)
    expect(told.status).toBe(status)
    expect(told.headers).toMatchObject(SECURITY)
    expect(told.headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'/)
    expect(told.headers).not.toHaveProperty('x-powered-by')
    expect(told.headers).not.toHaveProperty('server')
  })
}

test('only the desk is not isolated from the sites it opens: a browser then finds WhatsApp’s tab again', async () => {
  const { ask } = await start()
  for (const [path, policy] of [
    ['/painel/envios', 'unsafe-none'],
    ['/painel/envios/pessoal/abc', 'unsafe-none'],
    ['/painel/envios/texto/pessoal', 'same-origin'],
    ['/painel', 'same-origin'],
  ] as const)
    expect((await ask({ path })).headers['cross-origin-opener-policy'], path).toBe(policy)
})

test('every error page is whole, in Portuguese, not stored, and its style has the hash of the policy', async () => {
  for (const [, status, asked] of cases.filter(([, status]) => status >= 400)) {
    const { ask } = await start()
    const { body, headers, status: told } = await ask(asked)
    expect(told).toBe(status)
    expect(body).toContain('<html lang="pt-BR">')
    expect(body).toMatch(/<title>.+<\/title>[\s\S]*<h1>.+<\/h1>[\s\S]*<a href="\/">Ver o convite<\/a>/)
    expect(headers['cache-control'], String(status)).toBe('no-store')
    const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? ''
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    expect(headers['content-security-policy']).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`)
  }
})

test('an answer to what is no HTTP carries the security headers and closes', async () => {
  const { raw } = await start()
  const told = await raw('NONSENSE\r\n\r\n')
  expect(told).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  for (const [name, value] of Object.entries(SECURITY)) expect(told).toContain(`${name}: ${value}\r\n`)
  expect(told).toContain('connection: close')
})

test('a missing Host is a 400 with the security headers', async () => {
  const { raw } = await start()
  const told = await raw('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')
  expect(told).toMatch(/^HTTP\/1\.1 400 /)
  expect(told).toContain('x-content-type-options: nosniff')
})

test('Strict-Transport-Security is sent under https only', async () => {
  const { ask } = await startServer({ env: { PUBLIC_ORIGIN: 'http://localhost' } })
  expect((await ask()).headers).not.toHaveProperty('strict-transport-security')
})

test('a policy and a caching rule that Remix set stay', async () => {
  const headers = { 'content-security-policy': "script-src 'nonce-abc'", 'cache-control': 'no-store' }
  const { ask } = await startServer({ handler: async () => new Response('x', { headers }) })
  expect((await ask()).headers).toMatchObject(headers)
})

test('HTML without a rule for caches is private and revalidated', async () => {
  const { ask } = await start()
  expect((await ask()).headers['cache-control']).toBe('private, no-cache')
})

const statusOf = async ({ ask }: RunningServer, asked: Ask) => (await ask(asked)).status
test('405 names the methods that are allowed, for unknown routes and files as well', async () => {
  const running = await start()
  expect((await running.ask({ method: 'PUT' })).headers.allow).toBe('GET, HEAD, POST')
  for (const method of ['PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
    expect(await statusOf(running, { method, path: '/favicon.ico' }), method).toBe(405)
  }
})
