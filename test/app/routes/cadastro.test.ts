import { expect, test } from 'vitest'
import { StorageError } from '../../../server/domain/errors.ts'
import type { Storage } from '../../../server/domain/storage.ts'
import { MARIA, used } from '../../support/cadastro.ts'
import { anEmpresa, NOW } from '../../support/factories.ts'
import { readAction, readAlert, readField, readText } from '../../support/html.ts'
import { openNaive } from '../../support/naive-memory.ts'
import { startApp, type Browser, type TestApp } from '../../support/remix.ts'
import type { Store } from '../../support/stored.ts'

const breakRegister = (store: Store, error: Error): { storage: Storage } => {
  const memory = store.open()
  return {
    storage: { ...memory, credenciais: { ...memory.credenciais, register: () => Promise.reject(error) } },
  }
}

test('the form has the title, labels and button of the specification, and carries no company', async () => {
  const app = await startApp()
  const response = await app.browser().get('/cadastro')
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(readText(html)).toMatch(/CADASTRO .*NOME COMPLETO .*WHATSAPP .*EMAIL .*CONFIRMAR/)
  expect(html).toMatch(/<input[^>]*maxLength="11"[^>]*name="telefone"/)
  expect(readAction(html)).toBe('/cadastro')
  expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
})

test('the form comes with a cookie of 128 random bits for a browser that has none, and with no session', async () => {
  const app = await startApp()
  const [first, second] = [app.browser(), app.browser()]
  const line = (await first.get('/cadastro')).headers.get('Set-Cookie') ?? ''
  expect(line).toMatch(/^__Host-recibo=[^;]+; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect((await first.get('/cadastro')).headers.get('Set-Cookie')).toBeNull()
  await second.get('/cadastro')
  const valueOf = (browser: Browser) => {
    const [, value = ''] = browser.cookie().split('__Host-recibo=')
    return String(JSON.parse(atob(decodeURIComponent(value))))
  }
  expect(Buffer.from(valueOf(first), 'base64url')).toHaveLength(16)
  expect(valueOf(second)).not.toBe(valueOf(first))
  second.steal('__Host-recibo=chosen-by-a-stranger')
  expect((await second.get('/cadastro')).headers.get('Set-Cookie')).toMatch(/^__Host-recibo=/)
})

test('a guest is stored in upper case, goes to the landing with 303, and reads the alert once', async () => {
  const app = await startApp()
  const browser = app.browser()
  const response = await browser.post('/cadastro', { ...MARIA, telefone: '+55 (11) 98765-4321' })
  expect(response.status).toBe(303)
  expect(response.headers.get('Location')).toBe('/')
  expect(app.store.all('credenciais')).toMatchObject([
    {
      nome: 'MARIA DA SILVA',
      telefone: '11987654321',
      credencialid: String(NOW),
      tipo: 'CONVIDADO',
      controle: 'ativo',
    },
  ])
  const first = await browser.get('/')
  expect(first.headers.get('Cache-Control')).toBe('no-store')
  expect(readAlert(await first.text())).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
  const second = await browser.get('/')
  expect(readAlert(await second.text())).toBeNull()
  expect(second.headers.get('Cache-Control')).toBe('no-store')
})

test('a prefetch of the landing does not spend the alert', async () => {
  const app = await startApp()
  const browser = app.browser()
  await browser.post('/cadastro', MARIA)
  expect(readAlert(await (await browser.get('/', { 'Sec-Purpose': 'prefetch;prerender' })).text())).toBeNull()
  expect(readAlert(await browser.body('/'))).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
})

test('what cannot be accepted comes back with 422, a linked summary, an error at each field and the values as typed', async () => {
  const app = await startApp()
  const response = await app
    .browser()
    .post('/cadastro', { nome: ' <b>ana</b> ', telefone: '+55 (11) 98', email: 'ana@' })
  const html = await response.text()
  expect(response.status).toBe(422)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(html).toContain('<title>Erro: ')
  expect(readText(html)).toContain('Falta corrigir 3 campos')
  for (const field of ['nome', 'telefone', 'email']) {
    expect(html).toContain(`href="#${field}"`)
    expect(html).toMatch(new RegExp(`aria-describedby="[^"]*${field}-falha" aria-invalid="true"`))
  }
  expect(readField(html, 'nome')).toBe(' &lt;b&gt;ana&lt;/b&gt; ')
  expect(readField(html, 'telefone')).toBe('+55 (11) 98')
  expect(readText(html)).toContain('O número ficou incompleto. Digite só os 11 dígitos')
  expect(app.store.count('credenciais')).toBe(0)
})

/** Takes a hold and sends the same form with it fifty times at once. */
async function fiftyForms(app: TestApp): Promise<number[]> {
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const browser = app.browser()
  await browser.post('/acme')
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => browser.post('/cadastro', { ...MARIA, empresaid: 'acme' })),
  )
  return responses.map((r) => r.status)
}

test('fifty identical registrations at once are one, and each reads success', async () => {
  const app = await startApp()
  expect(new Set(await fiftyForms(app))).toEqual(new Set([303]))
  expect(app.store.count('credenciais')).toBe(1)
  expect(used(app)).toBe(1)
})

test('fifty identical registrations at once are several where storage has no transactions', async () => {
  const app = await startApp((store) => ({ storage: openNaive(store.memory) }))
  await fiftyForms(app)
  expect(app.store.count('credenciais')).toBeGreaterThan(1)
})

test('a registration that was not saved says so with 503, keeps the typed values and the company, and can be sent again', async () => {
  const app = await startApp((store) => breakRegister(store, new StorageError('[test] disk full')))
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const browser = app.browser()
  await browser.post('/acme')
  const response = await browser.post('/cadastro', { ...MARIA, empresaid: 'acme' })
  const html = await response.text()
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('5')
  expect(readText(html)).toContain('O cadastro não foi salvo')
  expect(readText(html)).not.toContain('SUCESSO')
  expect(readField(html, 'nome')).toBe('Maria da Silva')
  expect(readAction(html)).toBe('/cadastro?empresaid=acme')
})

test('a bug while registering is no success either, and keeps the typed values', async () => {
  const app = await startApp((store) => breakRegister(store, new Error('a bug')))
  const response = await app.browser().post('/cadastro', MARIA)
  expect(response.status).toBe(500)
  expect(readField(await response.text(), 'email')).toBe('maria@exemplo.com')
})

test('a form whose company does not exist is shown again without it, the typed values kept', async () => {
  const app = await startApp()
  const response = await app.browser().post('/cadastro', { ...MARIA, empresaid: 'ninguem' })
  const html = await response.text()
  expect(response.status).toBe(404)
  expect(readText(html)).toContain('a empresa deste convite não existe mais')
  expect(readField(html, 'nome')).toBe('Maria da Silva')
  expect(readAction(html)).toBe('/cadastro')
  expect(app.store.count('credenciais')).toBe(0)
})

test('a form that repeats a field is 400', async () => {
  const app = await startApp()
  const repeated = await app.browser().post('/cadastro', [...Object.entries(MARIA), ['nome', 'b']])
  expect(repeated.status).toBe(400)
  expect(readText(await repeated.text())).toContain('PEDIDO NÃO ENTENDIDO')
  expect(app.store.count('credenciais')).toBe(0)
})

test('the log says REGISTRADO! with the credencialid and nothing of the person', async () => {
  const app = await startApp()
  await app.browser().post('/cadastro', MARIA)
  expect(app.logged()).toContain('REGISTRADO!')
  expect(app.logged()).toContain(String(NOW))
  expect(app.logged()).not.toMatch(/maria|11987654321/i)
})
