import { expect, test } from 'vitest'
import { MARIA, used } from '../../support/cadastro.ts'
import { anEmpresa, HOLD_MS } from '../../support/factories.ts'
import { readAction, readAlert, readField, readText } from '../../support/html.ts'
import { startApp, type Browser, type TestApp } from '../../support/remix.ts'
import { down, otherwise } from '../../support/stored.ts'

async function withMesa(icredencial = 10) {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial }))
  return app
}

const estados = (app: TestApp) => app.store.all('reservas').map((r) => r.estado)

async function claimAndRegister(browser: Browser, fields: Record<string, string>) {
  await browser.post('/acme')
  return browser.post('/cadastro', { ...fields, empresaid: 'acme' })
}

test('an invalid form keeps the company it came with, though the hold has ended meanwhile', async () => {
  const app = await withMesa()
  const browser = app.browser()
  await browser.post('/acme')
  app.advance(HOLD_MS)
  const html = await (await browser.post('/cadastro', { ...MARIA, nome: '', empresaid: 'acme' })).text()
  expect(readAction(html)).toBe('/cadastro?empresaid=acme')
  expect(readText(html)).toContain('Convite de Fazenda Acme')
})

test('the occupant of a table is paid for by the hold, and the next one can be registered from the landing', async () => {
  const app = await withMesa()
  const browser = app.browser()
  await claimAndRegister(browser, MARIA)
  expect(estados(app)).toEqual(['usada'])
  expect(used(app)).toBe(1)
  const landing = await browser.body('/')
  expect(landing).toMatch(/<a[^>]*href="\/acme"[^>]*>Cadastrar outro convidado<\/a>/)
  await claimAndRegister(browser, { ...MARIA, nome: 'João' })
  expect(estados(app)).toEqual(['usada', 'usada'])
  expect(used(app)).toBe(2)
})

test('after a registration the browser holds nothing more, and the draft has a new name', async () => {
  const app = await withMesa()
  const browser = app.browser()
  await claimAndRegister(browser, MARIA)
  const html = await browser.body('/cadastro')
  expect(readAction(html)).toBe('/cadastro')
  expect(html).toContain('data-rascunho="1"')
})

test('the form is for the company last claimed, though another hold is younger', async () => {
  const app = await withMesa()
  app.store.put('empresas', anEmpresa({ empresaid: 'beta', nome: 'Beta' }))
  const browser = app.browser()
  await browser.post('/acme')
  app.advance(1000)
  await browser.post('/beta')
  expect((await browser.get('/cadastro')).headers.get('location')).toBe('/cadastro?empresaid=beta')
  await browser.post('/acme')
  expect((await browser.get('/cadastro')).headers.get('location')).toBe('/cadastro?empresaid=acme')
})

test('a late form whose company has none left reads LIMITE ATINGIDO with 409, and keeps the typed values', async () => {
  const app = await withMesa(1)
  const late = app.browser()
  await late.post('/acme')
  app.advance(HOLD_MS)
  await claimAndRegister(app.browser(), { ...MARIA, nome: 'Rápido' })
  const response = await late.post('/cadastro', { ...MARIA, empresaid: 'acme' })
  const html = await response.text()
  expect(response.status).toBe(409)
  expect(readAlert(html)).toBe('LIMITE ATINGIDO')
  expect(readField(html, 'nome')).toBe('Maria da Silva')
  expect(app.store.count('credenciais')).toBe(1)
  expect(used(app)).toBe(1)
})

test('a form beyond the pace of its address is told to wait with 429, keeps the typed values, and passes a minute later', async () => {
  const app = await withMesa(50)
  for (let n = 0; n < 10; n++) {
    await app.browser().post('/cadastro', { ...MARIA, telefone: `1198765432${n}`, empresaid: 'acme' })
  }
  const browser = app.browser()
  const form = { ...MARIA, nome: 'Última', telefone: '11987650000', empresaid: 'acme' }
  const response = await browser.post('/cadastro', form)
  const html = await response.text()
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60'])
  expect(readText(html)).toContain('Muitos convites de Fazenda Acme foram pedidos agora')
  expect(html).toContain('<title>Erro: ')
  expect([readField(html, 'nome'), readField(html, 'email')]).toEqual(['Última', MARIA.email])
  expect(readAction(html)).toBe('/cadastro?empresaid=acme')
  expect([app.store.count('credenciais'), used(app)]).toEqual([10, 10])
  app.advance(60_000)
  expect((await browser.post('/cadastro', form)).status).toBe(303)
})

test('a company whose counter is no number is said on the form', async () => {
  const app = await withMesa()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', licredencial: 'x' }))
  const response = await app.browser().post('/cadastro', { ...MARIA, empresaid: 'acme' })
  expect(response.status).toBe(500)
  expect(readText(await response.text())).toContain('os dados desta empresa estão com defeito')
})

test('while holds cannot be read the form is still for the company the session is marked with', async () => {
  const app = await startApp(otherwise('empresas', () => ({ findHolds: down })))
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const browser = app.browser()
  await browser.post('/acme')
  const address = '/cadastro?empresaid=acme'
  expect((await browser.get('/cadastro')).headers.get('location')).toBe(address)
  const response = await browser.get(address)
  expect(response.status).toBe(200)
  expect(readAction(await response.text())).toBe(address)
})

test('PUT, PATCH and DELETE neither claim nor register', async () => {
  const app = await withMesa()
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    expect((await app.browser().send('/acme', method)).status).toBe(405)
    expect((await app.browser().send('/cadastro', method, MARIA)).status).toBe(405)
  }
  expect(app.store.count('credenciais') + app.store.count('reservas')).toBe(0)
})

test('the 409 does not tell whether this name and phone are registered already', async () => {
  const app = await withMesa(1)
  await claimAndRegister(app.browser(), { ...MARIA, nome: 'Outra' })
  await app.browser().post('/cadastro', MARIA)
  const known = await (await app.browser().post('/cadastro', { ...MARIA, empresaid: 'acme' })).text()
  const unknown = await (
    await app.browser().post('/cadastro', { ...MARIA, nome: 'Nova', empresaid: 'acme' })
  ).text()
  expect(readText(known).replaceAll('Maria da Silva', 'Nova')).toBe(readText(unknown))
})
