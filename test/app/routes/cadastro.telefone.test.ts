import { expect, test } from 'vitest'
import { MARIA } from '../../support/cadastro.ts'
import { anEmpresa } from '../../support/factories.ts'
import { readField, readText } from '../../support/html.ts'
import { startApp, type Browser } from '../../support/remix.ts'

const ASKED = 'Já há um cadastro com este número nesta empresa'

async function withMaria() {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial: 50 }))
  const send = (browser: Browser, nome: string, fields: Record<string, string> = { empresaid: 'acme' }) =>
    browser.post('/cadastro', { ...MARIA, email: 'rui@exemplo.com', nome, ...fields })
  await send(app.browser(), MARIA.nome)
  return { app, send, stored: () => app.store.all('credenciais').map(({ nome }) => nome) }
}

test('a number the company has under another name is asked about, naming nobody, with what was typed kept', async () => {
  const { app, send, stored } = await withMaria()
  const browser = app.browser()
  await browser.post('/acme')
  const response = await send(browser, 'Rui Braga')
  const html = await response.text()
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([409, 'no-store'])
  expect(readText(html)).toMatch(new RegExp(`${ASKED} .*É outra pessoa.*CADASTRO Convite de Fazenda Acme`))
  expect(html.replaceAll('Rui Braga', '')).not.toMatch(/MARIA|\/c\//i)
  expect([readField(html, 'nome'), readField(html, 'email')]).toEqual(['Rui Braga', 'rui@exemplo.com'])
  expect(stored()).toHaveLength(1)
  expect(app.store.all('reservas').map(({ estado }) => estado)).toEqual(['usada', 'pendente'])
})

test('É outra pessoa sends what was typed, registers by the same hold, and the browser is not asked again', async () => {
  const { app, send, stored } = await withMaria()
  const browser = app.browser()
  await browser.post('/acme')
  const html = await (await send(browser, 'Rui Braga')).text()
  const [form = ''] = /<form[^>]*>(?:<input type="hidden"[^>]*>)*<button[^>]*>É outra pessoa/.exec(html) ?? []
  const fields = Object.fromEntries(
    [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const [, action = ''] = /action="([^"]*)"/.exec(form) ?? []
  const registered = await browser.post(action, fields)
  expect([registered.status, registered.headers.get('Location')]).toEqual([303, '/'])
  expect(stored()).toEqual(['MARIA DA SILVA', 'RUI BRAGA'])
  expect(app.store.all('reservas').map(({ estado }) => estado)).toEqual(['usada', 'usada'])
  expect((await send(browser, 'Bia Braga')).status).toBe(303)
})

test('the public form, another company, another number and the same name are not asked about', async () => {
  const { app, send, stored } = await withMaria()
  app.store.put('empresas', anEmpresa({ empresaid: 'beta', icredencial: 5 }))
  for (const [nome, fields] of [
    ['Rui A', {}],
    ['Rui B', { empresaid: 'beta' }],
    ['Rui C', { empresaid: 'acme', telefone: '11987650000' }],
    [MARIA.nome, { empresaid: 'acme' }],
  ] as const)
    expect((await send(app.browser(), nome, fields)).status).toBe(303)
  expect(stored()).toHaveLength(4)
})

test('one address is told five times an hour; then who tries numbers registers, and pays for it', async () => {
  const { app, send, stored } = await withMaria()
  const tries = await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'F'].map(async (n) => (await send(app.browser(), `Rui ${n}${n}`)).status),
  )
  expect(tries.sort()).toEqual([303, 409, 409, 409, 409, 409])
  expect(stored()).toHaveLength(2)
  expect((await send(app.browser('198.51.100.2'), 'Rui Gg')).status).toBe(409)
})

test('what tells nothing of a number does not count', async () => {
  const { app, send } = await withMaria()
  for (const n of 'ABCDEFGH') {
    await send(app.browser(), `Rui ${n}${n}`, { empresaid: 'acme', telefone: 'x' })
    await send(app.browser(), `Rui ${n}${n}`, {})
  }
  expect((await send(app.browser(), 'Rui Braga')).status).toBe(409)
})

test('the form of a browser that registered says so, and where the credencial is, before anything else', async () => {
  const { app, send } = await withMaria()
  const browser = app.browser()
  const opened = async () => browser.text('/cadastro')
  expect(await opened()).not.toContain('Este aparelho')
  await send(browser, 'Rui Braga', { empresaid: 'acme', telefone: '11987650000' })
  expect(await opened()).toMatch(
    /Este aparelho já fez 1 cadastro\. Ver a credencial .*CADASTRO NOME COMPLETO/,
  )
  await send(browser, 'Bia Braga', { empresaid: 'acme', telefone: '11987650001' })
  expect(await opened()).toContain('Este aparelho já fez 2 cadastros. Ver as credenciais')
})
