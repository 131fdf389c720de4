import { expect, test } from 'vitest'
import { anEmpresa, HOLD_MS, NOW } from '../../support/factories.ts'
import { anEvento } from '../../support/temporary.ts'
import { readAction, readField, readText } from '../../support/html.ts'
import { startApp, type Browser, type TestApp } from '../../support/remix.ts'
import { down, otherwise } from '../../support/stored.ts'

const MARIA = { nome: 'Maria Silva', telefone: '11987654321', email: '' }
const CONTATO = '<a href="mailto:secretaria@sociedaderural.example">'
const WAY_BACK = /<a class="botao contorno" href="\/">JÁ ME CADASTREI, ACESSAR CONVITE<\/a>/

async function start(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp(() => ({}), env)
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme' }))
  return app
}

/** Moves the clock to the exact instant at which registrations close. */
const close = (app: TestApp) => app.advance(app.services.closesAt - app.services.now())

/** Everything stored, for a comparison. */
const stored = ({ store }: TestApp) => store.copy()

async function read(response: Promise<Response>) {
  const { status, headers, ...rest } = await response.then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    html: await answer.text(),
  }))
  return { status, cache: headers.get('Cache-Control'), ...rest, text: readText(rest.html) }
}

test.each([
  ['/cadastro', 'Palestra comemorativa dos 80 anos'],
  ['/item', 'Palestra comemorativa dos 80 anos'],
  ['/acme', 'Fazenda Acme'],
] as const)(
  '%s says that registrations are closed, since when, whom to ask, and leads back; it has no form',
  async (path, sobre) => {
    const app = await start()
    app.advance(app.services.closesAt - NOW - 1)
    expect((await read(app.browser().get(path))).html).toContain('<form')
    app.advance(1)
    const { status, html, text } = await read(app.browser().get(path))
    expect(status).toBe(200)
    expect(html).toMatch(/<title>Inscrições encerradas: /)
    expect(text).toContain(sobre)
    expect(text).toContain(
      'INSCRIÇÕES ENCERRADAS As inscrições terminaram em 16 de setembro, 22h. Quem já se cadastrou continua com a sua credencial.',
    )
    expect(html).toContain(CONTATO)
    expect(html).toMatch(WAY_BACK)
    expect(html).not.toContain('<form')
    expect(html).not.toContain('VOCÊ TEM')
  },
)

test('a code typed at /item goes on to the company once closed, and what is no code is told the closing', async () => {
  const app = await start()
  close(app)
  const response = await app.browser().get('/item?empresaid=acme')
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/acme'])
  expect((await read(app.browser().get('/item?empresaid='))).text).toContain('INSCRIÇÕES ENCERRADAS')
})

test('inscricoesAte closes before the event does, and is told at the event’s own clock', async () => {
  const app = await start({ EVENTO: anEvento({ inscricoesAte: '2027-09-14T21:30:00Z' }) })
  close(app)
  expect((await read(app.browser().get('/cadastro'))).text).toContain('terminaram em 14 de setembro, 18h30.')
})

test.each([
  ['the public form', (browser: Browser) => browser.post('/cadastro', MARIA)],
  ['a form with a company', (browser: Browser) => browser.post('/cadastro', { ...MARIA, empresaid: 'acme' })],
  [
    'a form of no company there is',
    (browser: Browser) => browser.post('/cadastro', { ...MARIA, empresaid: 'x' }),
  ],
  ['a form with mistakes', (browser: Browser) => browser.post('/cadastro', { nome: '', telefone: '1' })],
  ['a claim', (browser: Browser) => browser.post('/acme')],
] as const)('once closed %s is 410 with a page that says so, and nothing is written', async (_, post) => {
  const app = await start()
  close(app)
  const before = stored(app)
  const { status, html, text, cache } = await read(post(app.browser()))
  expect([status, cache]).toEqual([410, 'no-store'])
  expect(text).toContain(
    'INSCRIÇÕES ENCERRADAS As inscrições terminaram em 16 de setembro, 22h, e nada foi salvo.',
  )
  expect(html).toContain(CONTATO)
  expect(html).toMatch(WAY_BACK)
  expect(html).not.toContain('<form')
  expect(stored(app)).toEqual(before)
})

test('a browser with a live hold still claims, sees the form and registers; the next occupant comes too late', async () => {
  const app = await start()
  const invited = app.browser()
  app.advance(app.services.closesAt - NOW - 1000)
  await invited.post('/acme')
  close(app)
  const page = await read(invited.get('/acme'))
  expect(page.text).toContain('As inscrições terminaram, mas o convite que você reservou ainda vale.')
  expect(page.text).toContain('Usar o convite reservado')
  expect(page.text).toContain('Toque no botão para cadastrar um convidado.')
  // The other invitations left are no longer available to anybody.
  expect(page.text).not.toMatch(/CONVITE\(S\)|bilhete/)
  const claim = await invited.post('/acme')
  expect([claim.status, claim.headers.get('Location'), app.store.count('reservas')]).toEqual([
    303,
    '/cadastro?empresaid=acme',
    1,
  ])
  const form = await read(invited.get('/cadastro?empresaid=acme'))
  expect(readAction(form.html)).toBe('/cadastro?empresaid=acme')
  const wrong = await read(invited.post('/cadastro', { ...MARIA, telefone: '1', empresaid: 'acme' }))
  expect([wrong.status, readField(wrong.html, 'nome')]).toEqual([422, 'Maria Silva'])
  expect((await invited.post('/cadastro', { ...MARIA, empresaid: 'acme' })).status).toBe(303)
  expect(app.store.all('reservas')).toMatchObject([{ estado: 'usada' }])
  for (const path of ['/cadastro', '/cadastro?empresaid=acme'])
    expect((await read(invited.get(path))).text).toContain('INSCRIÇÕES ENCERRADAS')
  expect((await invited.post('/acme')).status).toBe(410)
  expect((await invited.post('/cadastro', { ...MARIA, nome: 'Ana Lima', empresaid: 'acme' })).status).toBe(
    410,
  )
  expect(app.store.count('credenciais')).toBe(1)
})

test('a hold that has ended is no way in: the form is closed, and posts are 410', async () => {
  const app = await start()
  const invited = app.browser()
  app.advance(app.services.closesAt - NOW - 1000)
  await invited.post('/acme')
  app.advance(HOLD_MS)
  expect((await read(invited.get('/cadastro'))).text).toContain('INSCRIÇÕES ENCERRADAS')
  expect((await read(invited.get('/acme'))).text).toContain('INSCRIÇÕES ENCERRADAS')
  expect((await invited.post('/cadastro', { ...MARIA, empresaid: 'acme' })).status).toBe(410)
})

test('a registration that was not saved comes back with what was typed, closed or not', async () => {
  const app = await startApp(otherwise('credenciais', () => ({ register: down })))
  close(app)
  const { status, html } = await read(app.browser().post('/cadastro', MARIA))
  expect([status, readField(html, 'nome')]).toEqual([503, 'Maria Silva'])
})

test('between closing and erasure credentials are shown as before', async () => {
  const app = await start()
  const browser = app.browser()
  await browser.post('/cadastro', MARIA)
  const path = `/c/${app.services.tokenOf(String(NOW), 0)}`
  app.advance(app.services.eraseAt - NOW - 1)
  expect((await browser.get(path)).status).toBe(200)
  expect((await read(browser.get('/'))).html).toContain(`href="${path}"`)
  // The guest's own browser is confirmed again; any other browser reads that registrations are closed.
  expect((await browser.post('/cadastro', MARIA)).status).toBe(303)
  expect((await app.browser().post('/cadastro', MARIA)).status).toBe(410)
})

test('from the day of erasure a credencial and its picture are 410, and the invitation shows no way to one', async () => {
  const app = await start()
  const browser = app.browser()
  await browser.post('/cadastro', MARIA)
  const path = `/c/${app.services.tokenOf(String(NOW), 0)}`
  app.advance(app.services.eraseAt - NOW)
  const { status, text, html, cache } = await read(browser.get(path))
  expect([status, cache]).toEqual([410, 'no-store'])
  expect(text).toContain(
    'CREDENCIAL ENCERRADA O evento passou, e chegou o dia de apagar os dados dos convidados.',
  )
  expect(html).toContain(CONTATO)
  expect(html).not.toContain('MARIA')
  expect((await browser.post('/cadastro', MARIA)).status).toBe(410)
  const picture = await browser.get(`${path}/convite.png`)
  expect([picture.status, await picture.text()]).toEqual([
    410,
    'O evento passou, e chegou o dia de apagar os dados dos convidados.',
  ])
  const landing = await read(browser.get('/'))
  expect(landing.html).not.toContain('/c/')
  expect(landing.html).not.toContain('MARIA')
  expect((await read(browser.get('/cadastro'))).text).not.toContain('continua com a sua credencial')
  for (const token of ['x', 'A'.repeat(40)]) expect((await browser.get(`/c/${token}`)).status).toBe(404)
})
