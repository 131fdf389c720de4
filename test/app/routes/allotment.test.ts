import { expect, test } from 'vitest'
import { anEmpresa, HOLD_MS } from '../../support/factories.ts'
import { readAction, readAlert, readText } from '../../support/html.ts'
import { openNaive } from '../../support/naive-memory.ts'
import { startApp, type TestApp } from '../../support/remix.ts'
import { down, otherwise } from '../../support/stored.ts'

const put = (app: TestApp, fields: Parameters<typeof anEmpresa>[0] = {}) =>
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', ...fields }))

const used = (app: TestApp) => app.store.get('empresas', 'acme')?.licredencial

test('GET shows VOCÊ TEM n CONVITE(S) and the way back to the landing, and writes nothing', async () => {
  const app = await startApp()
  put(app, { icredencial: 10, licredencial: 3 })
  const response = await app.browser().get('/acme')
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(readText(html)).toContain('VOCÊ TEM 7 CONVITE(S)')
  expect(html).toMatch(/<a[^>]*href="\/"[^>]*>JÁ ME CADASTREI, ACESSAR CONVITE<\/a>/)
  expect(readText(html)).toContain('Fazenda Acme')
  expect(used(app)).toBe(3)
  expect(app.store.count('reservas')).toBe(0)
})

test('the company forwards its own link by WhatsApp, with a ready text', async () => {
  const app = await startApp()
  put(app)
  const html = await app.browser().body('/acme?fbclid=x')
  const [, href = ''] =
    /href="(https:\/\/wa\.me\/[^"]*)"[^>]*>Enviar este link pelo WhatsApp</.exec(html) ?? []
  const text = new URL(href).searchParams.get('text') ?? ''
  expect(text).toMatch(/^Convite de Fazenda Acme para a palestra comemorativa dos 80 anos/)
  expect(text).toContain('Quinta-feira, 16 de setembro de 2027, 19h30')
  expect(text.endsWith(' https://convite.test/acme')).toBe(true)
})

test('n never shows below zero', async () => {
  const app = await startApp()
  put(app, { icredencial: 2, licredencial: 5 })
  expect(await app.browser().text('/acme')).toContain('VOCÊ TEM 0 CONVITE(S)')
})

test('a company that does not exist, and an address that cannot be one, are the 404 page in Portuguese', async () => {
  const app = await startApp()
  for (const path of [
    '/ninguem',
    '/com%20espaco',
    '/%C3%A7',
    '/a/b',
    `/${'x'.repeat(65)}`,
    '/CADASTRO.html2/',
  ]) {
    const response = await app.browser().get(path)
    expect(response.status, path).toBe(404)
    const html = await response.text()
    expect(readText(html)).toContain('ESTA PÁGINA NÃO EXISTE')
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Ver o convite<\/a>/)
    expect(html).not.toContain('<script')
  }
  expect((await app.browser().post('/ninguem')).status).toBe(404)
  expect((await app.browser().post('/com%20espaco')).status).toBe(404)
})

test('picking claims one invitation, marks the session ativo and goes to the form with 303', async () => {
  const app = await startApp()
  put(app)
  const browser = app.browser()
  const response = await browser.post('/acme')
  expect(response.status).toBe(303)
  expect(response.headers.get('Location')).toBe('/cadastro?empresaid=acme')
  expect(used(app)).toBe(1)
  const form = await browser.body('/cadastro?empresaid=acme')
  expect(readAction(form)).toBe('/cadastro?empresaid=acme')
  expect(readText(form)).toContain('Convite de Fazenda Acme')
  expect(await app.browser().text('/acme')).toContain('VOCÊ TEM 9 CONVITE(S)')
})

/**
 * Opens a company's page and posts fifty times at once from that browser.
 * @returns how many invitations that used
 */
async function fiftyPosts(app: TestApp): Promise<unknown> {
  put(app)
  const browser = app.browser()
  await browser.get('/acme')
  const responses = await Promise.all(Array.from({ length: 50 }, () => browser.post('/acme')))
  expect(new Set(responses.map((r) => r.status)).has(303)).toBe(true)
  return used(app)
}

test('a double tap, and fifty posts at once of one browser, use one invitation', async () => {
  const app = await startApp()
  expect(await fiftyPosts(app)).toBe(1)
  expect(app.store.count('reservas')).toBe(1)
})

test('fifty posts at once of one browser hold more than one invitation where storage has no transactions', async () => {
  const app = await startApp((store) => ({ storage: openNaive(store.memory) }))
  await fiftyPosts(app)
  expect(app.store.count('reservas')).toBeGreaterThan(1)
})

test('when the limit is reached the alert LIMITE ATINGIDO comes with 409 and nothing is updated', async () => {
  const app = await startApp()
  put(app, { icredencial: 4, licredencial: 4 })
  const response = await app.browser().post('/acme')
  const html = await response.text()
  expect(response.status).toBe(409)
  expect(readAlert(html)).toBe('LIMITE ATINGIDO')
  expect(used(app)).toBe(4)
  expect(app.store.count('reservas')).toBe(0)
})

test('LIMITE ATINGIDO is said from what the claim read, though storage fails right after it', async () => {
  const app = await startApp(otherwise('empresas', () => ({ find: down })))
  put(app, { icredencial: 4, licredencial: 4 })
  const response = await app.browser().post('/acme')
  const html = await response.text()
  expect(response.status).toBe(409)
  expect(readAlert(html)).toBe('LIMITE ATINGIDO')
  expect(readText(html)).toContain('VOCÊ TEM 0 CONVITE(S)')
})

test('the eleventh claim of ten is refused, and an abandoned hold comes back', async () => {
  const app = await startApp()
  put(app)
  for (let i = 0; i < 10; i++)
    expect((await app.browser(`198.51.100.${i % 2}`).post('/acme')).status).toBe(303)
  expect((await app.browser().post('/acme')).status).toBe(409)
  app.advance(HOLD_MS)
  expect(await app.browser().text('/acme')).toContain('VOCÊ TEM 10 CONVITE(S)')
  expect((await app.browser().post('/acme')).status).toBe(303)
  expect(used(app)).toBe(1)
})

test('one address that holds its share is asked to wait, and another goes on', async () => {
  const app = await startApp()
  put(app, { icredencial: 30 })
  for (let i = 0; i < 10; i++) await app.browser('198.51.100.1').post('/acme')
  const response = await app.browser('198.51.100.1').post('/acme')
  expect(response.status).toBe(429)
  expect(readText(await response.text())).toContain('AGUARDE UM POUCO')
  expect((await app.browser('198.51.100.2').post('/acme')).status).toBe(303)
})

test('the page says what, when and where, above the ticket', async () => {
  const app = await startApp()
  put(app, {})
  expect(await app.browser().text('/acme')).toContain(
    'Palestra comemorativa dos 80 anos quinta-feira, 16 de setembro, 19h30 ' +
      'Auditório do Parque de Exposições, Vale Dourado VOCÊ TEM',
  )
})

test('one address at a company’s pace reads what to do, and a minute later it goes on', async () => {
  const app = await startApp()
  put(app, { icredencial: 50 })
  const convidado = (n: number) => ({
    nome: `Ana ${'abcdefghij'[n]}${'abcdefghij'[n]}`,
    telefone: `1198765432${n}`,
  })
  for (let n = 0; n < 10; n++) {
    const { status } = await app.browser().post('/cadastro', { ...convidado(n), empresaid: 'acme' })
    expect(status).toBe(303)
  }
  const response = await app.browser().post('/acme')
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60'])
  const html = await response.text()
  expect(readText(html)).toContain('AGUARDE UM MOMENTO')
  expect(readText(html)).toContain('Espere um minuto e tente de novo')
  expect(html).toMatch(/<a[^>]*href="\/acme"[^>]*>Tentar de novo<\/a>/)
  expect([used(app), app.store.count('reservas')]).toEqual([10, 10])
  expect((await app.browser('198.51.100.2').post('/acme')).status).toBe(303)
  app.advance(60_000)
  expect((await app.browser().post('/acme')).status).toBe(303)
})

test('POSTS_PER_MINUTE=0 switches the limit per address off', async () => {
  const app = await startApp(undefined, { POSTS_PER_MINUTE: '0' })
  put(app, { icredencial: 30 })
  for (let i = 0; i < 30; i++) expect((await app.browser().post('/acme')).status).toBe(303)
})

test('a counter that is no number is said on screen and in the log, and nothing is guessed', async () => {
  const app = await startApp()
  put(app, { icredencial: 'dez' })
  for (const send of [() => app.browser().get('/acme'), () => app.browser().post('/acme')]) {
    const response = await send()
    expect(response.status).toBe(500)
    expect(readText(await response.text())).toContain('Os dados desta empresa estão com defeito')
  }
  expect(app.logged()).toContain('icredencial is not a whole number')
})

test('storage that does not answer is a 503 page that says when to come back', async () => {
  const app = await startApp(otherwise('empresas', () => ({ find: down })))
  const response = await app.browser().get('/acme')
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('5')
  expect(readText(await response.text())).toContain('VOLTAMOS JÁ')
  expect(app.logged()).toContain('storage failed')
})

test('a bug is a 500 page without its details, and a line in the log', async () => {
  const app = await startApp(
    otherwise('empresas', () => ({ find: () => Promise.reject(new Error('a bug with a secret')) })),
  )
  const response = await app.browser().get('/acme')
  expect(response.status).toBe(500)
  const html = await response.text()
  expect(readText(html)).toContain('ALGO DEU ERRADO')
  expect(html).not.toContain('secret')
  expect(app.logged()).toContain('request failed')
})
