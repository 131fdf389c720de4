import { expect, test } from 'vitest'
import { readText } from '../../support/html.ts'
import { openEquipe } from '../../support/equipe.ts'
import { startApp } from '../../support/remix.ts'
import { down, otherwise } from '../../support/stored.ts'

const MENU = /Hoje Convidados Empresas .*Histórico Ajuda/

test('a 404 of the board keeps the menu for the organisation, whether the address or the thing is missing', async () => {
  const app = await startApp()
  const browser = await openEquipe(app)
  for (const path of [
    '/painel/nada',
    '/painel/nada/aqui/mesmo',
    '/PAINEL/nada',
    '/painel/convidados/1',
    '/painel/empresas/x',
  ]) {
    const response = await browser.get(path)
    const html = await response.text()
    expect([response.status, response.headers.get('Cache-Control')], path).toEqual([404, 'no-store'])
    expect(readText(html), path).toMatch(MENU)
    expect(readText(html)).toContain('Não está aqui Não há nada neste endereço do painel.')
    expect(readText(html)).toContain('Este aparelho: Cida Moreira')
    expect(html).toContain('<body class="painel">')
    expect(html).not.toContain('<script')
  }
})

test('to everybody else all of it is the same page without a menu, which names nobody', async () => {
  const app = await startApp()
  await openEquipe(app)
  const others = [app.browser(), await openEquipe(app, { papel: 'porta' })]
  const pages = new Set<string>()
  for (const other of others)
    for (const path of ['/painel', '/painel/nada', '/painel/convidados/1', '/painel/ajuda', '/painel/sair']) {
      const response = await other.get(path)
      expect(response.status).toBe(404)
      pages.add(await response.text())
    }
  expect(pages.size).toBe(1)
  const [page = ''] = pages
  expect(readText(page)).toContain('ESTA PÁGINA NÃO EXISTE')
  expect(readText(page)).not.toMatch(/Convidados|Cida/)
})

test('while storage does not answer the board’s page says when to come back, under the menu', async () => {
  let isDown = false
  const app = await startApp(
    otherwise('historico', (own) => ({
      list: (query) => (isDown ? down() : own.list(query)),
    })),
  )
  const browser = await openEquipe(app)
  isDown = true
  const response = await browser.get('/painel/historico?quem=cli')
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5'])
  const html = await response.text()
  expect(readText(html)).toMatch(MENU)
  expect(html).toContain('<a class="botao" href="/painel/historico?quem=cli">Tentar de novo</a>')
})
