import { expect, test } from 'vitest'
import { maintain } from '../../server/use-cases/maintenance.ts'
import { anEmpresa, NOW } from '../support/factories.ts'
import { readAlert, readText } from '../support/html.ts'
import { startApp, type Browser, type TestApp } from '../support/remix.ts'

const ANA = { nome: 'Ana Lima', telefone: '65987655432', email: '' }

async function start() {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial: 5 }))
  app.store.put('empresas', anEmpresa({ empresaid: 'vale', nome: 'Cooperativa do Vale' }))
  return app
}

/**
 * Registers with the form, and with a company's invitation if one is given.
 * @returns the path the alert leads to
 */
async function register(browser: Browser, empresaid: string | null = null, fields: object = {}) {
  if (empresaid !== null) await browser.post(`/${empresaid}`)
  await browser.get('/cadastro')
  const company = empresaid === null ? {} : { empresaid }
  const response = await browser.post('/cadastro', { ...ANA, ...fields, ...company })
  expect(response.status).toBe(303)
  const html = await browser.body('/')
  expect(readAlert(html)).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
  const dialog = /<dialog.*<\/dialog>/s.exec(html)?.[0] ?? ''
  return /href="(\/c\/[^"]*)"/.exec(dialog)?.[1] ?? null
}

const used = (app: TestApp, empresaid: string) => app.store.get('empresas', empresaid)?.licredencial

test('a stranger registers a guest first: the guest who comes with an invitation gets the credencial, the stranger a 404', async () => {
  const app = await start()
  const [stranger, convidado] = [app.browser(), app.browser()]
  const old = (await register(stranger, null, { email: 'estranho@exemplo.com' })) ?? ''
  expect((await stranger.get(old)).status).toBe(200)
  app.advance(24 * 3_600_000)

  const path = (await register(convidado, 'acme')) ?? ''
  expect(path).toMatch(/^\/c\/1\./)
  const shown = await convidado.text(path)
  for (const told of ['ANA LIMA', 'Fazenda Acme', app.services.codeOf(String(NOW), 1)])
    expect(shown).toContain(told)
  expect(await convidado.body(`${path}/convite.png`)).toContain('ANA LIMA')
  expect([app.store.count('credenciais'), used(app, 'acme')]).toEqual([1, 1])

  const gone = await stranger.get(old)
  const html = await gone.text()
  expect([gone.status, gone.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
  expect(readText(html)).toContain('LINK SUBSTITUÍDO')
  expect(html).toContain(app.services.config.evento.contato)
  expect(html).not.toMatch(/ANA|Acme|5432/)
  const picture = await stranger.get(`${old}/convite.png`)
  expect([picture.status, await picture.text()]).toEqual([
    404,
    expect.stringContaining(app.services.config.evento.contato),
  ])
  for (const page of ['/', '/minhas']) expect(await stranger.body(page)).not.toMatch(/\/c\/|ANA LIMA/)
  expect(await register(stranger)).toBeNull()
})

test('the guest who paid repeats and gets the same link; the browser the link was taken from does not', async () => {
  const app = await start()
  const [stranger, convidado] = [app.browser(), app.browser()]
  await register(stranger)
  const path = await register(convidado, 'acme')
  for (const minutes of [1, 10, 60]) {
    app.advance(minutes * 60_000)
    expect(await register(convidado, 'acme')).toBe(path)
    expect(await register(stranger)).toBeNull()
  }
  expect(used(app, 'acme')).toBe(1)
})

test('a guest who registered by the public form and then with an invitation keeps the link, in the same browser', async () => {
  const app = await start()
  const convidado = app.browser()
  const path = await register(convidado)
  app.advance(3_600_000)
  expect(await register(convidado, 'acme')).toBe(path)
  expect(await convidado.text(path ?? '')).toContain('Fazenda Acme')
  expect(used(app, 'acme')).toBe(1)
})

test('a guest already paid for is confirmed to everybody else with nothing to see and no invitation used', async () => {
  const app = await start()
  const path = await register(app.browser(), 'acme')
  const other = app.browser()
  expect(await register(other, 'vale', { email: 'outra@exemplo.com' })).toBeNull()
  expect([used(app, 'acme'), used(app, 'vale')]).toEqual([1, 0])
  expect(app.store.all('credenciais')).toMatchObject([{ email: '' }])
  expect((await other.get(path ?? '')).status).toBe(200)
})

test('the secretary who registers a whole table from one computer sees every credencial of it', async () => {
  const app = await start()
  const secretary = app.browser()
  const paths = []
  for (const letter of ['A', 'B', 'C', 'D', 'E']) {
    paths.push(await register(secretary, 'acme', { nome: `Ocupante ${letter}a` }))
    app.advance(12 * 60_000)
  }
  expect(new Set(paths).size).toBe(5)
  for (const path of paths) expect((await secretary.get(path ?? '')).status).toBe(200)
  expect(used(app, 'acme')).toBe(5)
})

test('maintenance erases the recibo when it counts no more', async () => {
  const app = await start()
  await register(app.browser())
  const formCookies = () => app.store.all('chaves').map(({ recibo, reciboate }) => [recibo, reciboate])
  app.advance(14 * 60_000)
  await maintain(app.services)
  expect(formCookies()).toEqual([[expect.any(String), NOW + 15 * 60_000]])
  app.advance(60_000)
  await maintain(app.services)
  expect(formCookies()).toEqual([[null, null]])
})
