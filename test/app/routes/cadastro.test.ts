import { expect, test } from 'vitest'
import { StorageError } from '../../../server/domain/errors.ts'
import type { Storage } from '../../../server/domain/storage.ts'
import { openMemory } from '../../../server/repos/memory/index.ts'
import type { MemoryStore } from '../../../server/repos/memory/store.ts'
import { anEmpresa, HOLD_MS, NOW } from '../../support/factories.ts'
import { readAlert, readField, readText } from '../../support/html.ts'
import { openNaive } from '../../support/naive-memory.ts'
import { startApp, type Browser, type TestApp } from '../../support/remix.ts'

const MARIA = { nome: 'Maria da Silva', telefone: '11987654321', email: 'maria@exemplo.com' }

async function withMesa(icredencial = 10) {
  const app = await startApp()
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial }))
  return app
}

const used = (app: TestApp) => app.store.empresas.get('acme')?.licredencial
const estados = (app: TestApp) => [...app.store.reservas.values()].map((r) => r.estado)

async function claimAndRegister(browser: Browser, fields: Record<string, string>) {
  await browser.post('/acme')
  return browser.post('/cadastro', { ...fields, empresaid: 'acme' })
}

const breakRegister = (store: MemoryStore, error: Error): { storage: Storage } => {
  const memory = openMemory(store)
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
  expect(readField(html, 'empresaid')).toBeNull()
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
  expect([...app.store.credenciais.values()]).toMatchObject([
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
  expect(readAlert(await (await browser.get('/')).text())).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
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
  expect(readText(html)).toContain('O número ficou incompleto ao colar')
  expect(app.store.credenciais.size).toBe(0)
})

test('an invalid form keeps the company it came with, though the hold has ended meanwhile', async () => {
  const app = await withMesa()
  const browser = app.browser()
  await browser.post('/acme')
  app.advance(HOLD_MS)
  const html = await (await browser.post('/cadastro', { ...MARIA, nome: '', empresaid: 'acme' })).text()
  expect(readField(html, 'empresaid')).toBe('acme')
  expect(readText(html)).toContain('Convite de Fazenda Acme')
})

test('the occupant of a table is paid for by the hold, and the next one can be registered from the landing', async () => {
  const app = await withMesa()
  const browser = app.browser()
  await claimAndRegister(browser, MARIA)
  expect(estados(app)).toEqual(['usada'])
  expect(used(app)).toBe(1)
  const landing = await (await browser.get('/')).text()
  expect(landing).toMatch(/<a[^>]*href="\/acme"[^>]*>CADASTRAR OUTRO OCUPANTE<\/a>/)
  await claimAndRegister(browser, { ...MARIA, nome: 'João' })
  expect(estados(app)).toEqual(['usada', 'usada'])
  expect(used(app)).toBe(2)
})

test('after a registration the browser holds nothing more, and the draft has a new name', async () => {
  const app = await withMesa()
  const browser = app.browser()
  await claimAndRegister(browser, MARIA)
  const html = await (await browser.get('/cadastro')).text()
  expect(readField(html, 'empresaid')).toBeNull()
  expect(html).toContain('"registros":1')
})

test('the form is for the company last claimed, though another hold is younger', async () => {
  const app = await withMesa()
  app.store.empresas.set('beta', anEmpresa({ empresaid: 'beta', nome: 'Beta' }))
  const browser = app.browser()
  await browser.post('/acme')
  app.advance(1000)
  await browser.post('/beta')
  expect(readField(await (await browser.get('/cadastro')).text(), 'empresaid')).toBe('beta')
  await browser.post('/acme')
  expect(readField(await (await browser.get('/cadastro')).text(), 'empresaid')).toBe('acme')
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
  expect(app.store.credenciais.size).toBe(1)
  expect(used(app)).toBe(1)
})

test('a form beyond the pace of its address is told to wait with 429, keeps the typed values, and passes a minute later', async () => {
  const app = await withMesa(50)
  for (let n = 0; n < 10; n++) {
    await app.browser().post('/cadastro', { ...MARIA, telefone: `1198765432${n}`, empresaid: 'acme' })
  }
  const browser = app.browser()
  const form = { ...MARIA, nome: 'Última', empresaid: 'acme' }
  const response = await browser.post('/cadastro', form)
  const html = await response.text()
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60'])
  expect(readText(html)).toContain('Muitos convites de Fazenda Acme foram pedidos agora')
  expect(html).toContain('<title>Erro: ')
  expect([readField(html, 'nome'), readField(html, 'email')]).toEqual(['Última', MARIA.email])
  expect(readField(html, 'empresaid')).toBe('acme')
  expect([app.store.credenciais.size, used(app)]).toEqual([10, 10])
  app.advance(60_000)
  expect((await browser.post('/cadastro', form)).status).toBe(303)
})

/** A hold, and the same form sent fifty times at once with it. */
async function fiftyForms(app: TestApp): Promise<number[]> {
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme' }))
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
  expect(app.store.credenciais.size).toBe(1)
  expect(used(app)).toBe(1)
})

test('fifty identical registrations at once are several where storage has no transactions', async () => {
  const app = await startApp((store) => ({ storage: openNaive(store) }))
  await fiftyForms(app)
  expect(app.store.credenciais.size).toBeGreaterThan(1)
})

test('a registration that was not saved says so with 503, keeps the typed values and the company, and can be sent again', async () => {
  const app = await startApp((store) => breakRegister(store, new StorageError('[test] disk full')))
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme' }))
  const browser = app.browser()
  await browser.post('/acme')
  const response = await browser.post('/cadastro', { ...MARIA, empresaid: 'acme' })
  const html = await response.text()
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('5')
  expect(readText(html)).toContain('O cadastro não foi salvo')
  expect(readText(html)).not.toContain('SUCESSO')
  expect(readField(html, 'nome')).toBe('Maria da Silva')
  expect(readField(html, 'empresaid')).toBe('acme')
})

test('a bug while registering is no success either, and keeps the typed values', async () => {
  const app = await startApp((store) => breakRegister(store, new Error('a bug')))
  const response = await app.browser().post('/cadastro', MARIA)
  expect(response.status).toBe(500)
  expect(readField(await response.text(), 'email')).toBe('maria@exemplo.com')
})

test('a company whose counter is no number is said on the form', async () => {
  const app = await withMesa()
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme', licredencial: 'x' }))
  const response = await app.browser().post('/cadastro', { ...MARIA, empresaid: 'acme' })
  expect(response.status).toBe(500)
  expect(readText(await response.text())).toContain('os dados desta empresa estão com defeito')
})

test('while holds cannot be read the form is still for the company the session is marked with', async () => {
  const app = await startApp((store) => {
    const memory = openMemory(store)
    const findHolds = () => Promise.reject(new StorageError('[test] down'))
    return { storage: { ...memory, empresas: { ...memory.empresas, findHolds } } }
  })
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme' }))
  const browser = app.browser()
  await browser.post('/acme')
  const response = await browser.get('/cadastro')
  expect(response.status).toBe(200)
  expect(readField(await response.text(), 'empresaid')).toBe('acme')
})

test('a form whose company does not exist is shown again without it, the typed values kept', async () => {
  const app = await startApp()
  const response = await app.browser().post('/cadastro', { ...MARIA, empresaid: 'ninguem' })
  const html = await response.text()
  expect(response.status).toBe(404)
  expect(readText(html)).toContain('a empresa deste convite não existe mais')
  expect(readField(html, 'nome')).toBe('Maria da Silva')
  expect(readField(html, 'empresaid')).toBeNull()
  expect(app.store.credenciais.size).toBe(0)
})

test('a form that repeats a field is 400', async () => {
  const app = await startApp()
  const repeated = await app.browser().post('/cadastro', [...Object.entries(MARIA), ['nome', 'b']])
  expect(repeated.status).toBe(400)
  expect(readText(await repeated.text())).toContain('PEDIDO NÃO ENTENDIDO')
  expect(app.store.credenciais.size).toBe(0)
})

test('PUT, PATCH and DELETE neither claim nor register', async () => {
  const app = await withMesa()
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    expect((await app.browser().send('/acme', method)).status).toBe(405)
    expect((await app.browser().send('/cadastro', method, MARIA)).status).toBe(405)
  }
  expect(app.store.credenciais.size + app.store.reservas.size).toBe(0)
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

test('the log says REGISTRADO! with the credencialid and nothing of the person', async () => {
  const app = await startApp()
  await app.browser().post('/cadastro', MARIA)
  expect(app.logged()).toContain('REGISTRADO!')
  expect(app.logged()).toContain(String(NOW))
  expect(app.logged()).not.toMatch(/maria|11987654321/i)
})
