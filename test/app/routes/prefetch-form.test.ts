import { expect, test } from 'vitest'
import { anEmpresa } from '../../support/factories.ts'
import { readAction } from '../../support/html.ts'
import { startApp } from '../../support/remix.ts'

const CONVIDADO = { nome: 'Ana Lima', telefone: '11987654321', email: '' }
const AHEAD = { 'Sec-Purpose': 'prefetch' }

test('the landing has the form fetched ahead, and no other page does', async () => {
  const app = await startApp()
  const rules = async (path: string) =>
    /<script type="speculationrules">(.*?)<\/script>/.exec(await app.browser().body(path))?.[1]
  expect(JSON.parse((await rules('/')) ?? '')).toEqual({ prefetch: [{ urls: ['/cadastro'] }] })
  for (const path of ['/item', '/cadastro', '/nada/aqui']) expect(await rules(path), path).toBeUndefined()
})

test('the form fetched ahead sets no session, spends no alert and no invitation, and is the form', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', icredencial: 5 }))
  const browser = app.browser()
  await browser.post('/cadastro', CONVIDADO)
  await browser.post('/acme')
  const before = app.store.get('empresas', 'acme')?.licredencial
  const named = await browser.get('/cadastro', AHEAD)
  const ahead = await browser.get(named.headers.get('location') ?? '', AHEAD)
  expect(named.headers.getSetCookie()).toEqual([])
  expect(ahead.headers.getSetCookie().join()).toMatch(/^__Host-recibo=[^,]*$/)
  expect(ahead.headers.get('Cache-Control')).not.toBe('no-store')
  expect(app.store.get('empresas', 'acme')?.licredencial).toBe(before)
  expect(readAction(await ahead.text())).toBe('/cadastro?empresaid=acme')
  expect(await browser.body('/')).toContain('CADASTRO CONFIRMADO COM SUCESSO!')
})

test('a claim and a registration throw away the form fetched ahead, a refusal does not', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', icredencial: 1 }))
  const browser = app.browser()
  const cleared = (response: Response) => response.headers.get('Clear-Site-Data')
  expect(cleared(await browser.post('/acme'))).toBe('"prefetchCache"')
  expect(cleared(await browser.post('/cadastro', { ...CONVIDADO, nome: '' }))).toBeNull()
  expect(cleared(await browser.post('/cadastro', { ...CONVIDADO, empresaid: 'acme' }))).toBe(
    '"prefetchCache"',
  )
  expect(cleared(await app.browser().post('/acme'))).toBeNull()
})
