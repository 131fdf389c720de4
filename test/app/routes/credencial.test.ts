import { aSecret } from '../../support/environment.ts'
import { expect, test } from 'vitest'
import { newMesa } from '../../../server/domain/mesa.ts'
import { tokenOf } from '../../../server/domain/token.ts'
import { anAutor, anEmpresa, NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { startApp, type TestApp } from '../../support/remix.ts'
import { down, otherwise } from '../../support/stored.ts'

const MARIA = { nome: 'Maria d’Ávila', telefone: '11987654321', email: 'maria@exemplo.com' }

/** Registers a guest. @returns the path of the credencial */
async function aCredencial(app: TestApp, fields: Record<string, string> = {}): Promise<string> {
  await app.browser().post('/cadastro', { ...MARIA, ...fields })
  return `/c/${app.services.tokenOf(app.store.ids('credenciais').at(-1) ?? '', 0)}`
}

async function aCompanysCredencial(app: TestApp): Promise<string> {
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme & Filhos' }))
  const browser = app.browser()
  await browser.post('/acme')
  await browser.post('/cadastro', { ...MARIA, empresaid: 'acme' })
  return `/c/${app.services.tokenOf(app.store.ids('credenciais').at(-1) ?? '', 0)}`
}

test('a credencial shows name, company, code, masked phone, date, hour and place, by its link alone', async () => {
  const app = await startApp()
  const path = await aCompanysCredencial(app)
  const response = await app.browser().get(path)
  expect(response.status).toBe(200)
  const html = await response.text()
  const text = readText(html)
  for (const told of [
    'Sociedade Rural do Vale Dourado',
    'Palestra comemorativa dos 80 anos',
    'MARIA D’ÁVILA',
    'Fazenda Acme & Filhos',
    app.services.codeOf(String(NOW), 0),
    '(11) •••••-4321 final 4321',
    'Quinta-feira, 16 de setembro de 2027, 19h30',
    'Auditório do Parque de Exposições',
    'Vale Dourado',
  ]) {
    expect(text).toContain(told)
  }
  expect(html).not.toMatch(/98765|maria@exemplo.com/)
})

test('page and picture have the number of the table as it is by now, and nothing of it without one', async () => {
  const app = await startApp()
  const path = await aCompanysCredencial(app)
  const page = async () => app.browser().body(path)
  const picture = async () => JSON.parse(await app.browser().body(`${path}/convite.png`)) as object
  expect(await page()).not.toContain('MESA')
  expect(await picture()).toMatchObject({ numero: '' })
  for (const numero of ['12', '<b>A3']) {
    app.store.put('mesas', { ...newMesa('acme'), numero })
    const html = await page()
    expect(html).toMatch(/class="empresa">[^<]*<\/p><p class="numero-mesa">MESA /)
    expect(readText(html)).toContain(`MESA ${numero}`)
    expect(await picture()).toMatchObject({ numero })
  }
})

test('a credencial of the public form names no company', async () => {
  const app = await startApp()
  const html = await app.browser().body(await aCredencial(app))
  expect(html).not.toContain('class="empresa"')
})

test('a credencial is kept by nobody, found by no search engine, needs no script and sets no cookie', async () => {
  const app = await startApp()
  const response = await app.browser().get(await aCredencial(app))
  const html = await response.text()
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.get('Set-Cookie')).toBeNull()
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).not.toContain('<script')
  expect(html).not.toContain('style=')
})

test('the QR code is an inline picture with a name, black on white', async () => {
  const app = await startApp()
  const html = await app.browser().body(await aCredencial(app))
  const code = app.services.codeOf(String(NOW), 0)
  expect(html).toMatch(
    new RegExp(`<svg class="qr"[^>]*role="img" aria-label="QR code da credencial ${code}"`),
  )
  expect(html).toMatch(/<path fill="#fff"[^>]*><\/path><path d="(M\d+ \d+h\d+v1h-\d+z)+"><\/path><\/svg>/)
})

test('the guest takes it along: to the calendar, by WhatsApp with the whole link, and back to the invitation', async () => {
  const app = await startApp()
  const path = await aCredencial(app)
  const html = await app.browser().body(path)
  expect(html).toMatch(/<a[^>]*href="\/c\/\S+\/evento.ics"[^>]*>Adicionar à agenda<\/a>/)
  expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Voltar ao convite<\/a>/)
  const [, href = ''] = /href="(https:\/\/wa\.me\/[^"]*)"[^>]*>Enviar minha credencial</.exec(html) ?? []
  const text = new URL(href).searchParams.get('text') ?? ''
  expect(text).toMatch(/^Minha credencial para a palestra comemorativa dos 80 anos/)
  expect(text).toContain('Quinta-feira, 16 de setembro de 2027, 19h30')
  expect(text.endsWith(`https://convite.test${path}`)).toBe(true)
})

test('the invitation is forwarded apart from the credencial, with the public link, while registrations are open', async () => {
  const app = await startApp()
  const path = await aCredencial(app)
  const encaminhar = async () => {
    const html = await app.browser().body(path)
    return /href="(https:\/\/wa\.me\/[^"]*)"[^>]*>Encaminhar o convite</.exec(html)?.[1] ?? null
  }
  const text = new URL((await encaminhar()) ?? '').searchParams.get('text') ?? ''
  expect(text).toMatch(/Confirme sua presença: https:\/\/convite\.test\/$/)
  expect(text).not.toMatch(/credencial|MARIA|\/c\//i)
  app.advance(app.services.closesAt - NOW + 1)
  expect(await encaminhar()).toBeNull()
})

test('a company’s guest forwards no invitation: the company does', async () => {
  const app = await startApp()
  const path = await aCompanysCredencial(app)
  expect(await app.browser().body(path)).not.toContain('Encaminhar o convite')
})

test('once the event is over it is offered to no calendar', async () => {
  const app = await startApp()
  const path = await aCredencial(app)
  app.advance(Date.parse(app.services.config.evento.fim) - NOW + 1)
  const html = await app.browser().body(path)
  expect(html).toContain('Salvar na galeria')
  expect(html).not.toContain('Adicionar à agenda')
})

test('in demonstration the link is of the origin the guest sees', async () => {
  const app = await startApp(undefined, { SESSION_SECRET: '', PUBLIC_ORIGIN: '', STORAGE: 'memory' })
  const path = await aCredencial(app)
  const html = await app.browser().body(path)
  expect(html).toContain(encodeURIComponent(`https://convite.test${path}`))
})

test('tokens that are malformed, changed, of another secret or of a guest removed since are the same 404 page', async () => {
  const app = await startApp()
  const path = await aCredencial(app)
  const removed = await aCredencial(app, { nome: 'Outra Pessoa' })
  await app.services.credenciais.remove(app.store.ids('credenciais').at(-1) ?? '', false, anAutor())
  const foreign = `/c/${tokenOf('another secret of thirty-two characters', String(NOW), 0)}`
  const never = `/c/${app.services.tokenOf('1700000000000', 0)}`
  const pages = new Set<string>()
  for (const wrong of [
    ...[
      removed,
      foreign,
      never,
      path.slice(0, -1),
      `${path}A`,
      path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ],
    ...[`/c/${NOW}`, '/c/x', '/c/%20', '/c/%C3%A7', '/c/~', `/c/${'x'.repeat(2000)}`],
  ]) {
    const response = await app.browser().get(wrong)
    expect(response.status, wrong).toBe(404)
    const html = await response.text()
    expect(html).toContain('ESTA PÁGINA NÃO EXISTE')
    pages.add(JSON.stringify([[...response.headers], html]))
  }
  expect(pages.size).toBe(1)
  expect((await app.browser().get(path)).status).toBe(200)
})

test('/c alone and what is posted to a credencial are the 404 page', async () => {
  const app = await startApp()
  const path = await aCredencial(app)
  expect((await app.browser().get('/c')).status).toBe(404)
  expect((await app.browser().post(path)).status).toBe(404)
})

test('a credencial outlives a change of the session’s secret', async () => {
  const before = await startApp()
  const path = await aCredencial(before)
  const after = await startApp(() => ({ storage: before.store.open() }), {
    SESSION_SECRET: aSecret('another'),
  })
  expect((await after.browser().get(path)).status).toBe(200)
})

test('storage that does not answer is the page that says when to come back', async () => {
  const app = await startApp(otherwise('credenciais', () => ({ findById: down })))
  const response = await app.browser().get(`/c/${app.services.tokenOf(String(NOW), 0)}`)
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(readText(await response.text())).toContain('VOLTAMOS JÁ')
})
