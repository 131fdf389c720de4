import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSession } from '../../../app/shared/session.server.ts'
import { anEmpresa } from '../../support/factories.ts'
import { readAlert } from '../../support/html.ts'
import { PROPERTY, someOf } from '../../support/property.ts'
import { startApp } from '../../support/remix.ts'
import { aSecret } from '../../support/environment.ts'
import { CONVIDADO, sessionOf } from '../../support/session.ts'

test('the cookie is __Host-, Secure, HttpOnly, Lax, for 30 days, when the public origin is https', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const line = (await app.browser().get('/acme')).headers.get('Set-Cookie') ?? ''
  expect(line).toMatch(/^__Host-convite=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('a company’s page sets the sid once, and later pages keep it', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const browser = app.browser()
  await browser.get('/acme')
  expect((await browser.get('/acme')).headers.get('Set-Cookie')).toBeNull()
  expect((await sessionOf(app, browser)).sid).toMatch(/^[0-9a-f-]{36}$/)
})

test('a cookie with any one bit flipped is a fresh session', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const browser = app.browser()
  await browser.post('/acme')
  const [name = '', value = ''] = browser.cookie().split(/(?<=convite=)/)
  const dataOf = async (cookie: string) =>
    (await readSession(new Request('https://x.test', { headers: { Cookie: cookie } }), app.services)).data
  let spellings = 0
  // One assertion for each of thousands would cost more than the signatures.
  const read: string[] = []
  // As browsers send it, and as the server reads it.
  for (const text of [value, decodeURIComponent(value)]) {
    expect(await dataOf(name + text)).toMatchObject({ ativo: 'acme' })
    for (const at of someOf(Array.from(text, (_, index) => index))) {
      for (let bit = 0; bit < 7; bit++) {
        const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit))
        if (!/[\x21-\x7e]/.test(flipped)) continue
        const changed = text.slice(0, at) + flipped + text.slice(at + 1)
        if (bytesOf(changed) === bytesOf(value)) spellings++
        else if (Object.keys(await dataOf(name + changed)).length > 0) read.push(changed)
      }
    }
  }
  expect(read).toEqual([])
  // At most two spare bits, twice, and the case of each escape: %3D can also be written %3d.
  expect(spellings).toBeLessThanOrEqual(4 + (value.match(/%\d[A-F]/g) ?? []).length)
})

/** A cookie's payload and its signature in bytes: base64 has spare bits, and escapes come in two cases. */
function bytesOf(text: string): string {
  const [payload = '', signature = ''] = decoded(text).split(/\.(?=[^.]*$)/)
  return `${payload} ${Buffer.from(signature, 'base64').toString('hex')} ${/[^\w+/=]/.test(signature)}`
}

test('a cookie cut, lengthened, sewn together from two, or made up is a fresh session, and nothing throws', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
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
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const unsigned = btoa(JSON.stringify({ sid: 'chosen-by-a-stranger' }))
  const victim = app.browser()
  for (const forged of [unsigned, `${unsigned}.`, `${unsigned}.AAAA`]) {
    victim.steal(`__Host-convite=${forged}`)
    await victim.post('/acme')
    expect((await sessionOf(app, victim)).sid).not.toBe('chosen-by-a-stranger')
  }
})

test('the old secret is accepted and what is set next is signed with the new one', async () => {
  const [first, second] = [aSecret('former'), aSecret('newer')]
  const before = await startApp(undefined, { SESSION_SECRET: first })
  const browser = before.browser()
  await browser.post('/cadastro', CONVIDADO)
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
  const [first, second] = [aSecret('former'), aSecret('newer')]
  const before = await startApp(undefined, { SESSION_SECRET: first })
  const browser = before.browser()
  await browser.post('/cadastro', CONVIDADO)
  const after = await startApp(undefined, { SESSION_SECRET: second })
  expect(await sessionOf(after, browser)).toEqual({})
})
