import { newMesa } from '../../../server/domain/mesa.ts'
import { expect, test } from 'vitest'
import { anEmpresa } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { startApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'

async function open() {
  const app = await startApp()
  const browser = await openEquipe(app)
  const put = (empresaid: string, fields: Parameters<typeof anEmpresa>[0], mesa = {}) => {
    app.store.put('empresas', anEmpresa({ empresaid, ...fields }))
    app.store.put('mesas', { ...newMesa(empresaid), ...mesa })
  }
  const page = async (query = '') => browser.body(`/painel/empresas${query}`)
  return { ...app, browser, put, page }
}

test('the page of the companies begins with Nova empresa; nothing may keep it, and it has no script', async () => {
  expect(readText(await (await open()).page())).toContain('Nenhuma empresa ainda.')
  const { put, browser } = await open()
  put('serra', { nome: 'Serra Azul', contato: 'Otávio', icredencial: 10, licredencial: 4 })
  const response = await browser.get('/painel/empresas')
  const html = await response.text()
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(html.indexOf('href="/painel/empresas/nova"')).toBeLessThan(html.indexOf('<table'))
  expect(html).toContain('href="/painel/empresas/serra"')
  expect(readText(html)).toContain('1 empresa, 10 convites')
  expect(readText(html)).toContain('Serra Azul Sem WhatsApp Otávio 10 4 0 0 6')
  expect(html).not.toMatch(/<script| style=| on[a-z]+="/)
})

test('a row carries the words of the chips it is among, and a chip keeps the search and the order', async () => {
  const { put, page } = await open()
  put('a', { nome: 'Água', icredencial: 2 }, { telefone: '65998124402' })
  put('b', { nome: 'Boi', icredencial: 3, licredencial: 3 }, { fechada: true })
  const text = readText(await page())
  expect(text).toContain('Todas 2 Não começaram 1 Sem convites livres 1 Sem WhatsApp 1 Link fechado 1')
  expect(text).toContain('Água Não começou ')
  expect(text).toContain('Boi Sem convites livres Sem WhatsApp Link fechado ')
  expect(text).not.toContain('65998124402')
  const html = await page('?q=b&mostrar=cheias&ordem=livres')
  expect(html).toContain('href="/painel/empresas?q=b&amp;mostrar=link-fechado&amp;ordem=livres"')
  expect(html).toMatch(/aria-current="page"[^>]*>Sem convites livres/)
  expect(html).not.toContain('Água')
  for (const [name, value] of [
    ['mostrar', 'cheias'],
    ['ordem', 'livres'],
  ])
    expect(html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`)
  expect(readText(await page('?q=nada'))).toContain('Nenhuma empresa assim.')
  expect(readText(await page('?mostrar=outro&ordem=outra&pagina=-3'))).toContain('Água')
})

test('by name where nothing is said; a head sorts by its column, and says which way to a screen reader', async () => {
  const { put, page } = await open()
  put('z', { nome: 'Zebu', icredencial: 9 })
  put('a', { nome: 'Água', icredencial: 2 })
  const byName = await page()
  expect(byName.indexOf('Água')).toBeLessThan(byName.indexOf('Zebu'))
  expect(byName).toContain('aria-sort="ascending"')
  const byLeft = await page('?ordem=livres')
  expect(byLeft.indexOf('Zebu')).toBeLessThan(byLeft.indexOf('Água'))
  expect(byLeft).toContain('aria-sort="descending"')
})

test('strangers and doors find no companies', async () => {
  const app = await startApp()
  for (const other of [app.browser(), await openEquipe(app, { papel: 'porta' })])
    expect((await other.get('/painel/empresas')).status).toBe(404)
})
