import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commitSession, readSession } from '../../../app/session.server.ts'
import { anEmpresa } from '../../support/factories.ts'
import { readAlert } from '../../support/html.ts'
import { PROPERTY } from '../../support/property.ts'
import { startApp, type Browser, type TestApp } from '../../support/remix.ts'

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

const tokensIn = (app: TestApp) =>
  [...app.store.credenciais.keys()].map((credencialid) => app.services.tokenOf(credencialid, 0))

test('a cookie with any one bit flipped is a fresh session', async () => {
  const app = await startApp()
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme' }))
  const browser = app.browser()
  await browser.post('/acme')
  const [name = '', value = ''] = browser.cookie().split(/(?<=convite=)/)
  const dataOf = async (cookie: string) =>
    (await readSession(new Request('https://x.test', { headers: { Cookie: cookie } }), app.services)).data
  let spellings = 0
  // As browsers send it, and as it is read.
  for (const text of [value, decodeURIComponent(value)]) {
    expect(await dataOf(name + text)).toMatchObject({ ativo: 'acme' })
    for (let at = 0; at < text.length; at++) {
      for (let bit = 0; bit < 7; bit++) {
        const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit))
        if (!/[\x21-\x7e]/.test(flipped)) continue
        const changed = text.slice(0, at) + flipped + text.slice(at + 1)
        if (bytesOf(changed) === bytesOf(value)) spellings++
        else expect(await dataOf(name + changed), changed).toEqual({})
      }
    }
  }
  // At most two bits to spare, twice, and the letter of each escape: %3D is also written %3d.
  expect(spellings).toBeLessThanOrEqual(4 + (value.match(/%\d[A-F]/g) ?? []).length)
})

/** A cookie's payload and the bytes of its signature: base64 has bits to spare, and escapes two cases. */
function bytesOf(text: string): string {
  const [payload = '', signature = ''] = decoded(text).split(/\.(?=[^.]*$)/)
  return `${payload} ${Buffer.from(signature, 'base64').toString('hex')} ${/[^\w+/=]/.test(signature)}`
}

test('a cookie cut, lengthened, sewn together from two, or made up is a fresh session, and nothing throws', async () => {
  const app = await startApp()
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme' }))
  const [mine, other] = [app.browser(), app.browser()]
  for (const browser of [mine, other]) await browser.post('/acme')
  const [name = '', value = ''] = mine.cookie().split(/(?<=convite=)/)
  const foreign = other.cookie().slice(name.length)
  const dot = (text: string) => text.lastIndexOf('.')
  const made = fc.oneof(
    fc.nat(value.length - 1).map((length) => value.slice(0, length)),
    fc.stringMatching(/^[A-Za-z0-9.%+/=_-]{1,8}$/).map((tail) => value + tail),
    fc.constant(value.slice(0, dot(value)) + foreign.slice(dot(foreign))),
    fc.constantFrom('', '.').map((end) => value.slice(0, dot(value)) + end),
    fc.stringMatching(/^[!-:<-~]{0,40}$/),
    fc
      .string()
      .map(
        (text) =>
          btoa(JSON.stringify({ sid: encodeURIComponent(text), ativo: 'acme' })) + value.slice(dot(value)),
      ),
  )
  await fc.assert(
    fc.asyncProperty(made, async (text) => {
      fc.pre(bytesOf(text) !== bytesOf(value))
      const headers = { Cookie: name + text }
      expect((await readSession(new Request('https://x.test', { headers }), app.services)).data).toEqual({})
    }),
    PROPERTY,
  )
})

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

test('a browser with a made-up sid gets another: nobody’s session is fixed beforehand', async () => {
  const app = await startApp()
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme' }))
  const unsigned = btoa(JSON.stringify({ sid: 'chosen-by-a-stranger' }))
  const victim = app.browser()
  for (const forged of [unsigned, `${unsigned}.`, `${unsigned}.AAAA`]) {
    victim.steal(`__Host-convite=${forged}`)
    await victim.post('/acme')
    expect((await sessionOf(app, victim)).sid).not.toBe('chosen-by-a-stranger')
  }
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

test('a secret that is no longer named opens nothing', async () => {
  const [first, second] = ['a'.repeat(40), 'b'.repeat(40)]
  const before = await startApp(undefined, { SESSION_SECRET: first })
  const browser = before.browser()
  await browser.post('/cadastro', GUEST)
  const after = await startApp(undefined, { SESSION_SECRET: second })
  expect(await sessionOf(after, browser)).toEqual({})
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
  expect(after.credenciais).toEqual(tokensIn(app))
})

test('a repeat with the form’s cookie within 15 minutes is a lost answer and gets the credencial', async () => {
  const app = await startApp()
  const browser = app.browser()
  await browser.get('/cadastro')
  const before = browser.cookie()
  await browser.post('/cadastro', GUEST)
  for (const [after, credenciais] of [
    [minutes(14), tokensIn(app)],
    [minutes(1), undefined],
  ] as const) {
    app.advance(after)
    const again = app.browser()
    again.steal(before)
    await again.post('/cadastro', GUEST)
    expect((await sessionOf(app, again)).credenciais).toEqual(credenciais)
  }
})

test('within 15 minutes a stranger who types a guest’s name and phone gets the alert and no way to the credencial', async () => {
  const app = await startApp()
  const guest = app.browser()
  await guest.get('/cadastro')
  await guest.post('/cadastro', GUEST)
  for (const isFormOpened of [true, false]) {
    const stranger = app.browser()
    if (isFormOpened) await stranger.get('/cadastro')
    expect((await stranger.post('/cadastro', { ...GUEST, email: 'a@exemplo.com' })).status).toBe(303)
    const html = await (await stranger.get('/')).text()
    expect(readAlert(html)).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
    expect(html).not.toMatch(/\/c\/|VER MINHA/)
  }
  expect([...app.store.credenciais.values()]).toMatchObject([{ email: '' }])
})

test('a stranger with the session’s secret and the ids of all guests sees none of them', async () => {
  const app = await startApp()
  for (const nome of ['Ana Lima', 'Rui Braga']) await app.browser().post('/cadastro', { ...GUEST, nome })
  const ids = [...app.store.credenciais.keys()]
  const session = await readSession(new Request('https://x.test'), app.services)
  session.set('credenciais', [...ids, ...ids.map((id) => `${id}${'A'.repeat(22)}`)])
  session.flash('confirmado', { empresaid: null, ...{ credencialid: ids[0] } })
  const [cookie = ''] = (await commitSession(session, app.services)).split(';', 1)
  for (const path of ['/', '/minhas']) {
    const html = await (await app.browser().get(path, { Cookie: cookie })).text()
    expect(html).not.toMatch(/ANA LIMA|RUI BRAGA|href="\/c\//)
  }
  const forger = app.browser()
  forger.steal(cookie)
  await forger.post('/cadastro', { ...GUEST, nome: 'Ana Lima' })
  expect(await (await forger.get('/')).text()).not.toMatch(/href="\/c\//)
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
  expect(credenciais).toEqual(tokensIn(app).slice(-50))
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
