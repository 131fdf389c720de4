import { expect, test } from 'vitest'
import { readSession } from '../../app/session.server.ts'
import { anEmpresa } from '../support/factories.ts'
import { readAlert, readField } from '../support/html.ts'
import { startApp, type Browser, type TestApp } from '../support/remix.ts'

const GUEST = { nome: 'Ana', telefone: '11987654321', email: '' }
const minutes = (count: number) => count * 60_000

async function sessionOf(app: TestApp, browser: Browser) {
  const session = await readSession(
    new Request('https://x.test', { headers: { Cookie: browser.cookie() } }),
    app.services,
  )
  return session.data
}

test('the cookie is __Host-, Secure, HttpOnly, Lax, for 30 days, when the public origin is https', async () => {
  const app = await startApp()
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme' }))
  const line = (await app.browser().get('/acme')).headers.get('Set-Cookie') ?? ''
  expect(line).toMatch(/^__Host-convite=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('a company’s page sets the sid once, and later pages keep it', async () => {
  const app = await startApp()
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme' }))
  const browser = app.browser()
  await browser.get('/acme')
  expect((await browser.get('/acme')).headers.get('Set-Cookie')).toBeNull()
  expect((await sessionOf(app, browser)).sid).toMatch(/^[0-9a-f-]{36}$/)
})

test('a cookie with any one character changed is a fresh session', async () => {
  const app = await startApp()
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme' }))
  const browser = app.browser()
  await browser.post('/acme')
  const cookie = browser.cookie()
  for (let i = '__Host-convite='.length; i < cookie.length; i += 7) {
    const changed = cookie.slice(0, i) + (cookie[i] === 'A' ? 'B' : 'A') + cookie.slice(i + 1)
    const html = await (await app.browser().get('/cadastro', { Cookie: changed })).text()
    expect(readField(html, 'empresaid')).toBeNull()
  }
  expect(
    readField(await (await app.browser().get('/cadastro', { Cookie: cookie })).text(), 'empresaid'),
  ).toBe('acme')
})

test('the old secret is accepted and what is set next is signed with the new one', async () => {
  const [first, second] = ['a'.repeat(40), 'b'.repeat(40)]
  const before = await startApp(undefined, { SESSION_SECRET: first })
  const browser = before.browser()
  await browser.post('/cadastro', GUEST)
  const after = await startApp(undefined, { SESSION_SECRET: `${second},${first}` })
  const response = await after.browser().get('/', { Cookie: browser.cookie() })
  expect(readAlert(await response.text())).not.toBeNull()
  const renewed = response.headers.get('Set-Cookie')?.split(';', 1)[0] ?? ''
  const only = await startApp(undefined, { SESSION_SECRET: second })
  const data = (
    await readSession(new Request('https://x.test', { headers: { Cookie: renewed } }), only.services)
  ).data
  expect(data.registros).toBe(1)
})

test('a registration renews the sid, clears the mark and remembers the credencial', async () => {
  const app = await startApp()
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme' }))
  const browser = app.browser()
  await browser.post('/acme')
  const before = await sessionOf(app, browser)
  expect(before.ativo).toBe('acme')
  await browser.post('/cadastro', { ...GUEST, empresaid: 'acme' })
  const after = await sessionOf(app, browser)
  expect(after.sid).not.toBe(before.sid)
  expect(after.ativo).toBeUndefined()
  expect(after.credenciais).toEqual([...app.store.credenciais.keys()])
})

test('a repeat within 15 minutes from another browser is a lost answer and gets the credencial too', async () => {
  const app = await startApp()
  await app.browser().post('/cadastro', GUEST)
  app.advance(minutes(14))
  const other = app.browser()
  await other.post('/cadastro', GUEST)
  expect((await sessionOf(app, other)).credenciais).toHaveLength(1)
})

test('a later repeat from another browser gets the same alert but no way to the credencial', async () => {
  const app = await startApp()
  await app.browser().post('/cadastro', GUEST)
  app.advance(minutes(16))
  const other = app.browser()
  const response = await other.post('/cadastro', GUEST)
  expect(response.status).toBe(303)
  expect((await sessionOf(app, other)).credenciais).toBeUndefined()
  expect(readAlert(await (await other.get('/')).text())).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
})

test('a later repeat from the browser that registered keeps its credencial, once', async () => {
  const app = await startApp()
  const browser = app.browser()
  await browser.post('/cadastro', GUEST)
  app.advance(minutes(60))
  await browser.post('/cadastro', GUEST)
  expect((await sessionOf(app, browser)).credenciais).toHaveLength(1)
})

test('a browser remembers the last fifty credentials and its cookie stays below 4 KB', async () => {
  const app = await startApp()
  const browser = app.browser()
  for (let i = 0; i < 55; i++) {
    await browser.post('/cadastro', {
      ...GUEST,
      nome: `Ana ${String.fromCharCode(65 + (i % 26))}${String.fromCharCode(65 + Math.floor(i / 26))}`,
    })
  }
  const { credenciais, registros } = await sessionOf(app, browser)
  expect(credenciais).toHaveLength(50)
  expect(credenciais?.at(-1)).toBe([...app.store.credenciais.keys()].at(-1))
  expect(registros).toBe(55)
  expect(browser.cookie().length).toBeLessThan(4096)
})

test('a cookie replayed a hundred times pays for one registration', async () => {
  const app = await startApp()
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme', icredencial: 1 }))
  const browser = app.browser()
  await browser.post('/acme')
  const stolen = browser.cookie()
  await browser.post('/cadastro', { ...GUEST, empresaid: 'acme' })
  for (let i = 0; i < 100; i++) {
    const thief = app.browser()
    thief.steal(stolen)
    const nome = `Outro ${'ABCDEFGHIJ'[i % 10] ?? ''}${'ABCDEFGHIJ'[Math.floor(i / 10)] ?? ''}`
    expect((await thief.post('/cadastro', { ...GUEST, nome, empresaid: 'acme' })).status).toBe(409)
  }
  expect(app.store.empresas.get('acme')?.licredencial).toBe(1)
  expect(app.store.credenciais.size).toBe(1)
})
