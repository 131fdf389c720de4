import { expect, test } from 'vitest'
import { anAutor, anEmpresa, anEntrada, aRegister, NOW } from '../../support/factories.ts'
import { openEquipe } from '../../support/equipe.ts'
import { startApp } from '../../support/remix.ts'

/** The app and a paired organiser's browser. */
async function startPainel() {
  const app = await startApp()
  return { ...app, browser: await openEquipe(app, { aparelhoid: 'aparelho-1' }) }
}

const textOf = async (response: Response) => (await response.text()).replace(/<!-- -->/g, '')

test('on the first day guests come first, and a sentence stands where the numbers will be', async () => {
  const { browser } = await startPainel()
  const html = await textOf(await browser.get('/painel'))
  expect(html).toContain('<h2 id="agora">Traga os seus convidados</h2>')
  expect(html).toContain('href="/painel/planilhas"')
  expect(html).toContain('Os números aparecem com o primeiro convidado.')
  expect(html).not.toContain('data-numero')
})

test('numbers are on the page, each a link, but no chart of a single day; and nothing may keep it', async () => {
  const { browser, store, services } = await startPainel()
  store.put('empresas', anEmpresa({ empresaid: 'clara', icredencial: 10, licredencial: 0 }))
  await services.credenciais.register(
    aRegister({
      claim: { empresaid: 'clara', sid: 's', origem: null, reservaid: 'r', now: NOW, holdMs: 1 },
    }),
  )
  const response = await browser.get('/painel')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const html = await textOf(response)
  expect(html).toContain('<span data-numero="convidados">1</span>')
  expect(html).toContain('<span data-numero="livres-nota">dos 10 convites</span>')
  expect(html).toContain('href="/painel/convidados?mostrar=confirmaram"')
  expect(html).not.toContain('Confirmados por dia')
  expect(html).not.toContain('href="/painel/empresas/clara"')
  expect(html).toContain('Cida Moreira')
})

test('the only script is a module of ours, which the policy names by itself', async () => {
  const { browser, services } = await startPainel()
  await services.credenciais.register(aRegister())
  const response = await browser.get('/painel')
  const html = await response.text()
  expect(html.match(/<script[^>]*>/g)).toEqual([
    expect.stringMatching(/^<script type="module" src="[^"]+">$/),
  ])
  expect(response.headers.get('Content-Security-Policy')).toContain("script-src 'self'; connect-src 'self';")
  expect(html).not.toMatch(/ style=| on[a-z]+="/)
})

test('a company whose counter is no number is named', async () => {
  const { browser, store } = await startPainel()
  store.put('empresas', anEmpresa({ empresaid: 'torta', licredencial: 'muitos' }))
  expect(await textOf(await browser.get('/painel'))).toContain('<span class="codigo">torta</span>')
})

test('the numbers are a 304 until something changes', async () => {
  const { browser, store, services, advance } = await startPainel()
  store.put('empresas', anEmpresa({ empresaid: 'clara' }))
  const first = await browser.get('/painel/numeros')
  const etag = first.headers.get('ETag') ?? ''
  expect(await first.json()).toMatchObject({ texts: { confirmados: '0' } })
  const same = await browser.get('/painel/numeros', { 'If-None-Match': etag })
  expect([same.status, await same.text()]).toEqual([304, ''])
  const convidado = await services.credenciais.register(aRegister())
  advance(5_000)
  const changed = await browser.get('/painel/numeros', { 'If-None-Match': etag })
  expect(await changed.json()).toMatchObject({ texts: { confirmados: '1', dentro: '–' } })
  if (convidado.kind !== 'registered') throw new Error('not registered')
  const { credencialid } = convidado.credencial
  await services.entradas.add([anEntrada(credencialid)], anAutor())
  advance(5_000)
  expect(await (await browser.get('/painel/numeros')).json()).toMatchObject({ texts: { dentro: '1' } })
})

test('strangers, doors and revoked browsers find no board', async () => {
  const { browser, store, services } = await startPainel()
  store.change('aparelhos', 'aparelho-1', { papel: 'porta' })
  expect((await browser.get('/painel')).status).toBe(404)
  store.change('aparelhos', 'aparelho-1', { papel: 'organizacao' })
  expect((await browser.get('/painel')).status).toBe(200)
  await services.equipe.revoke('aparelho-1', anAutor())
  for (const path of ['/painel', '/painel/numeros']) expect((await browser.get(path)).status).toBe(404)
})
