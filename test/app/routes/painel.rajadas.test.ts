import { expect, test } from 'vitest'
import { aCadastro, aClaim, anEmpresa, aRegister, NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { startApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'

const ORIGEM = 'abcdefghijklmnop'

/** Three guests registered within a minute from one address, and one an hour before from another. */
async function open() {
  const app = await startApp()
  app.store.empresas.set('serra', anEmpresa({ empresaid: 'serra', nome: 'Serra Azul', icredencial: 60 }))
  const browser = await openEquipe(app)
  const register = async (nome: string, at: number, origem: string, empresaid: string | null = 'serra') => {
    const claim = empresaid === null ? null : { ...aClaim(empresaid), origem, now: at }
    const cadastro = aCadastro({ nome, telefone: '65912343187', email: '' })
    await app.services.credenciais.register(aRegister({ claim, origem, now: at, cadastro }))
  }
  await register('ANA LIMA', NOW - 3_600_000, 'outro-endereco')
  for (const [index, nome] of ['XUXA UM', 'XUXA DOIS', 'XUXA TRES'].entries())
    await register(nome, NOW + index * 20_000, ORIGEM)
  const list = async (path = '/painel/rajadas?empresa=serra') => (await browser.get(path)).text()
  const hrefIn = (html: string) =>
    /href="(\/painel\/rajadas\/[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const names = () => [...app.store.credenciais.values()].map(({ nome }) => nome)
  const used = () => app.store.empresas.get('serra')?.licredencial
  return { ...app, browser, register, list, hrefIn, names, used }
}

test('a burst at a company is listed, and its page names whom undoing it erases', async () => {
  const { browser, list, hrefIn } = await open()
  const html = await list()
  expect(readText(html)).toContain('Serra Azul 1/9, às 12h00 3 cadastros')
  expect(hrefIn(html)).toContain(`/painel/rajadas/${ORIGEM.slice(0, 12)}?`)
  const page = await (await browser.get(hrefIn(html))).text()
  const text = readText(page)
  for (const nome of ['XUXA UM', 'XUXA DOIS', 'XUXA TRES']) expect(text).toContain(nome)
  expect(text).not.toContain('ANA LIMA')
  expect(text).not.toContain('65912343187')
  expect(text).toContain('EXCLUIR 3 CADASTROS')
  expect(page).toMatch(/<input(?=[^>]*checked)[^>]*name="devolver"/)
})

test('undoing erases these guests, gives the invitations back, and leaves a line for each', async () => {
  const { store, browser, list, hrefIn, names, used } = await open()
  const response = await browser.post(hrefIn(await list()), { devolver: 'sim' })
  expect([response.status, response.headers.get('Location')]).toEqual([
    303,
    '/painel/rajadas?empresa=serra&feito=desfeita',
  ])
  expect([names(), used()]).toEqual([['ANA LIMA'], 1])
  const linhas = [...store.historico.values()]
  expect(linhas).toHaveLength(3)
  for (const act of linhas)
    expect(act).toMatchObject({ ato: 'excluiu', quem: browser.aparelhoid, detalhe: 'serra' })
  expect(readText(await list('/painel/rajadas?empresa=serra&feito=desfeita'))).toContain(
    'Feito: os cadastros',
  )
})

test('without DEVOLVER the invitations stay spent', async () => {
  const { browser, list, hrefIn, names, used } = await open()
  await browser.post(hrefIn(await list()))
  expect([names(), used()]).toEqual([['ANA LIMA'], 4])
})

test('undone twice, one after the other or at once, each guest is erased once and gives back one invitation', async () => {
  const { store, browser, list, hrefIn, names, used } = await open()
  const href = hrefIn(await list())
  await Promise.all([browser.post(href, { devolver: 'sim' }), browser.post(href, { devolver: 'sim' })])
  const again = await browser.post(href, { devolver: 'sim' })
  expect(again.headers.get('Location')).toBe('/painel/rajadas?empresa=serra&feito=nenhuma')
  expect([names(), used(), store.historico.size]).toEqual([['ANA LIMA'], 1, 3])
  expect(readText(await (await browser.get(href)).text())).toContain(
    'Nenhum cadastro desta rajada existe mais',
  )
})

test('anywhere, ten registrations make a burst, those of the public form too', async () => {
  const { browser, register, list, hrefIn, names } = await open()
  expect(readText(await list('/painel/rajadas'))).toContain('Nenhuma.')
  for (let i = 0; i < 10; i++) await register(`ZE ${'ABCDEFGHIJ'[i] ?? ''}`, NOW + i, ORIGEM, null)
  const html = await list('/painel/rajadas')
  expect(readText(html)).toContain('Formulário público 1/9, às 12h00 10 cadastros')
  expect(await (await browser.get(hrefIn(html))).text()).not.toContain('devolver')
  await browser.post(hrefIn(html))
  expect(names()).toEqual(['ANA LIMA', 'XUXA UM', 'XUXA DOIS', 'XUXA TRES'])
})

test('an address nobody wrote is a 404, and so is every one for another browser', async () => {
  const { browser, list, hrefIn } = await open()
  for (const path of ['/painel/rajadas/abc', `/painel/rajadas/${ORIGEM}`, '/painel/rajadas?empresa=nenhuma'])
    expect((await browser.get(path)).status).toBe(404)
  const href = hrefIn(await list())
  const app = await startApp()
  for (const other of [app.browser(), await openEquipe(app, { papel: 'porta' })]) {
    expect((await other.get('/painel/rajadas')).status).toBe(404)
    expect((await other.get(href)).status).toBe(404)
    expect((await other.post(href)).status).toBe(404)
  }
})

test('nine names of each of six addresses are shown together, lead to the company, and are never undone whole', async () => {
  const { advance, browser, register, list } = await open()
  for (let n = 0; n < 54; n++) {
    const nome = `ZE ${String.fromCharCode(65 + (n % 26))}${String.fromCharCode(65 + Math.floor(n / 26))}`
    await register(nome, NOW + 3_600_000 + n * 1_000, `rede-${Math.floor(n / 9)}-de-casa`)
  }
  advance(3_700_000)
  const html = await list('/painel/rajadas')
  expect(readText(html)).toContain('Serra Azul 1/9, às 13h00 54 cadastros, 6 internets')
  expect(html).toContain('href="/painel/rajadas?empresa=serra"')
  expect(html).not.toMatch(/href="\/painel\/rajadas\//)
  const ofOne = await list()
  expect(readText(ofOne)).toContain('9 cadastros')
  expect(ofOne).toContain('href="/painel/convidados?empresa=serra"')
  expect((await browser.get('/painel/convidados?empresa=serra')).status).toBe(200)
})
