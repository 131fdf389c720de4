import { expect, test } from 'vitest'
import { aCadastro, aClaim, anAutor, anEmpresa, anEntrada, aRegister, NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { startApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'
import { atosOf, countsIn, kept } from '../../support/planilha.ts'

const ORIGEM = 'abcdefghijklmnop'

/** Three guests registered within a minute from one address, and one an hour before from another. */
async function open() {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'serra', nome: 'Serra Azul', icredencial: 60 }))
  const browser = await openEquipe(app)
  const register = async (nome: string, at: number, origem: string, empresaid: string | null = 'serra') => {
    const claim = empresaid === null ? null : { ...aClaim(empresaid), origem, now: at }
    const cadastro = aCadastro({ nome, telefone: '65912343187', email: '' })
    await app.services.credenciais.register(
      aRegister({ claim, origem, now: at, cadastro, chave: app.services.chaveOf(cadastro) }),
    )
  }
  await register('ANA LIMA', NOW - 3_600_000, 'outro-endereco')
  for (const [index, nome] of ['XUXA UM', 'XUXA DOIS', 'XUXA TRES'].entries())
    await register(nome, NOW + index * 20_000, ORIGEM)
  const list = async (path = '/painel/rajadas?empresa=serra') => browser.body(path)
  const hrefIn = (html: string) =>
    /href="(\/painel\/rajadas\/[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const names = () => app.store.all('credenciais').map(({ nome }) => nome)
  const used = () => app.store.get('empresas', 'serra')?.licredencial
  /** Posts the chosen names among those that have a box on the page. */
  const undo = async (
    isMeant: (nome: string) => boolean = () => true,
    fields: Record<string, string> = {},
    seen?: string,
  ) => {
    const href = rajada ?? (rajada = hrefIn(await list()))
    const page = seen ?? (await browser.body(href))
    const boxes = page.matchAll(/<input[^>]*name="cadastro"[^>]*value="([^"]*)"[^>]*><span>([^<]*)</g)
    const ids = [...boxes].flatMap(([, id = '', nome = '']) => (isMeant(nome) ? [id] : []))
    return browser.post(href, [
      ...ids.map((id): [string, string] => ['cadastro', id]),
      ...Object.entries({ salvo: 'sim', ...fields }),
    ])
  }
  let rajada: string | undefined
  return { ...app, app, browser, register, list, hrefIn, names, used, undo }
}

/** The guests whose boxes are ticked. */
const idsIn = (html: string) =>
  [...html.matchAll(/<input(?=[^>]*checked="")[^>]*name="cadastro"[^>]*value="([^"]*)"/g)].map(
    ([, id = '']) => id,
  )

test('a burst at a company is listed, and its page has a box for each name, ticked', async () => {
  const { browser, list, hrefIn } = await open()
  const html = await list()
  expect(readText(html)).toContain('Serra Azul 1/9, às 12h00 3 cadastros')
  expect(hrefIn(html)).toContain(`/painel/rajadas/${ORIGEM.slice(0, 12)}?`)
  const page = await browser.body(hrefIn(html))
  const text = readText(page)
  for (const nome of ['XUXA UM', 'XUXA DOIS', 'XUXA TRES']) expect(text).toContain(nome)
  expect(text).not.toContain('ANA LIMA')
  expect(text).not.toContain('65912343187')
  expect(idsIn(page)).toHaveLength(3)
  expect(page).toMatch(/<input(?=[^>]*checked)[^>]*name="devolver"/)
  expect(page).toMatch(/<input(?![^>]*checked)[^>]*name="salvo"/)
  expect(text).toMatch(/Baixe os nomes.*Baixar antes.*O arquivo está guardado Excluir os marcados/)
})

test('who is inside or withdrew has a box too, which nobody ticks but the organiser', async () => {
  const { store, services, browser, list, hrefIn, names } = await open()
  const [, um = '', dois = ''] = store.ids('credenciais')
  await services.entradas.add([anEntrada(um, { lidaem: NOW, recebidaem: NOW })], null)
  const href = hrefIn(await list())
  await services.desistencias.withdraw(
    { credencialid: dois, empresaid: 'serra', now: NOW, isClosed: false },
    anAutor(),
  )
  const page = await browser.body(href)
  expect(idsIn(page)).toHaveLength(1)
  expect(readText(page)).toContain('Quem já entrou ou desistiu não vem marcado.')
  expect(page).toMatch(new RegExp(`<input(?![^>]*checked)[^>]*name="dentro" value="${um}"`))
  await browser.post(href, { dentro: um, salvo: 'sim' })
  expect(names()).not.toContain('XUXA UM')
})

test('undoing erases those ticked, gives their invitations back, and leaves a line for each', async () => {
  const { store, browser, list, undo, names, used } = await open()
  const response = await undo((nome) => nome !== 'XUXA DOIS', { devolver: 'sim' })
  expect([response.status, response.headers.get('Location')]).toEqual([
    303,
    '/painel/rajadas?empresa=serra&feito=desfeita',
  ])
  expect([names(), used()]).toEqual([['ANA LIMA', 'XUXA DOIS'], 2])
  const linhas = store.all('historico')
  expect(linhas).toHaveLength(2)
  for (const act of linhas)
    expect(act).toMatchObject({ ato: 'excluiu', quem: browser.aparelhoid, detalhe: 'serra' })
  expect(readText(await list('/painel/rajadas?empresa=serra&feito=desfeita'))).toContain(
    'Feito: os cadastros marcados foram excluídos. O arquivo que você baixou os traz de volta, em Planilhas.',
  )
})

test('without DEVOLVER the invitations stay spent', async () => {
  const { undo, names, used } = await open()
  await undo()
  expect([names(), used()]).toEqual([['ANA LIMA'], 4])
})

test('the file, imported again, brings everybody back with their company, and nothing else of them was kept', async () => {
  const { app, browser, list, hrefIn, undo, names, used } = await open()
  const href = hrefIn(await list())
  const page = await browser.body(href)
  const arquivo = /href="(\/painel\/exportar\/rajada[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const registered = () =>
    app.store.all('credenciais').map(({ nome, telefone, email }) => [nome, telefone, email])
  const before = registered()
  const [xlsx, csv] = [await browser.get(arquivo), await browser.get(arquivo.replace('.xlsx', '.csv'))]
  expect(xlsx.headers.get('Content-Disposition')).toBe('attachment; filename="rajada.xlsx"')
  expect(atosOf(app)).toEqual(
    [1, 2].map(() => ({ ato: 'exportou-convidados', quem: browser.aparelhoid, alvo: '', detalhe: '3' })),
  )
  await undo(() => true, { devolver: 'sim' })
  expect([names(), used()]).toEqual([['ANA LIMA'], 1])
  expect(JSON.stringify(app.store.all('historico'))).not.toContain('XUXA')
  const sheetOf = async (file: Response) =>
    kept(app, browser, 'convidados', Buffer.from(await file.arrayBuffer()))
  const [sheet, other] = [await sheetOf(xlsx), await sheetOf(csv)]
  for (const { html } of [sheet, other]) expect(countsIn(await html())).toEqual([3, 0, 0, 0])
  await sheet.record()
  expect(registered()).toEqual(before)
  expect(used()).toBe(4)
  for (const { credencialid } of app.store.all('credenciais'))
    expect((await app.services.credenciais.findById(credencialid))?.empresa?.empresaid).toBe('serra')
  expect(countsIn(await other.html())).toEqual([0, 0, 3, 0])
})

test('imported while everybody is still there the file changes nothing', async () => {
  const { app, browser, list, hrefIn } = await open()
  const page = await browser.body(hrefIn(await list()))
  const arquivo = /href="(\/painel\/exportar\/rajada[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const csv = await browser.body(arquivo.replace('.xlsx', '.csv'))
  expect(countsIn(await (await kept(app, browser, 'convidados', csv)).html())).toEqual([0, 0, 3, 0])
})

test('with nothing ticked, or no file kept, nothing is erased and what was ticked comes back', async () => {
  const { store, browser, list, hrefIn, names } = await open()
  const href = hrefIn(await list())
  const [, um = ''] = store.ids('credenciais')
  const none = await browser.post(href, { salvo: 'sim' })
  expect([none.status, idsIn(await none.clone().text())]).toEqual([422, []])
  expect(readText(await none.text())).toContain('Marque ao menos um nome.')
  const unsaved = await browser.post(href, { cadastro: um, devolver: 'sim' })
  const html = await unsaved.text()
  expect([unsaved.status, idsIn(html)]).toEqual([422, [um]])
  expect(html).toContain(
    '<a href="#salvo">Baixe antes o arquivo com os nomes, e marque que está guardado.</a>',
  )
  expect(html).toMatch(/<title>Erro: /)
  expect([names().length, store.count('historico')]).toEqual([4, 0])
})

test('a guest of no such burst is not erased, whatever a form ticks', async () => {
  const { store, browser, list, hrefIn, names } = await open()
  const [ana = ''] = store.ids('credenciais')
  const response = await browser.post(hrefIn(await list()), { cadastro: ana, dentro: ana, salvo: 'sim' })
  expect(response.headers.get('Location')).toBe('/painel/rajadas?empresa=serra&feito=nenhuma')
  expect(names()).toContain('ANA LIMA')
})

test('who goes in while the names are looked at stays, and the page says so', async () => {
  const { store, services, undo, browser, list, hrefIn, names } = await open()
  const [, um = '', dois = ''] = store.ids('credenciais')
  const goIn = (id: string) => services.entradas.add([anEntrada(id, { lidaem: NOW, recebidaem: NOW })], null)
  const href = hrefIn(await list())
  await goIn(um)
  const alone = await browser.post(href, { cadastro: um, salvo: 'sim' })
  expect(alone.headers.get('Location')).toContain('feito=so-dentro')
  const page = await browser.body(href)
  await goIn(dois)
  const rest = await undo(() => true, {}, page)
  expect(rest.headers.get('Location')).toContain('feito=menos-dentro')
  expect(names()).toEqual(['ANA LIMA', 'XUXA UM', 'XUXA DOIS'])
  expect(readText(await list('/painel/rajadas?empresa=serra&feito=menos-dentro'))).toContain(
    'menos quem entrou',
  )
})

test('undone twice, one after the other or at once, each guest is erased once and gives back one invitation', async () => {
  const { store, browser, list, hrefIn, names, used, undo } = await open()
  const href = hrefIn(await list())
  const page = await browser.body(href)
  const again = () => undo(() => true, { devolver: 'sim' }, page)
  await Promise.all([again(), again()])
  const location = '/painel/rajadas?empresa=serra&feito=nenhuma'
  expect((await again()).headers.get('Location')).toBe(location)
  expect([names(), used(), store.count('historico')]).toEqual([['ANA LIMA'], 1, 3])
  expect(await browser.text(href)).toContain('Nenhum cadastro desta rajada existe mais')
})

test('anywhere, ten registrations make a burst, those of the public form too', async () => {
  const { browser, register, list, hrefIn, names } = await open()
  expect(readText(await list('/painel/rajadas'))).toContain('Nenhum.')
  for (let i = 0; i < 10; i++) await register(`ZE ${'ABCDEFGHIJ'[i] ?? ''}`, NOW + i, ORIGEM, null)
  const html = await list('/painel/rajadas')
  expect(readText(html)).toContain('Formulário público 1/9, às 12h00 10 cadastros')
  expect(await browser.body(hrefIn(html))).not.toContain('devolver')
  const ids = idsIn(await browser.body(hrefIn(html)))
  await browser.post(hrefIn(html), [...ids.map((id): [string, string] => ['cadastro', id]), ['salvo', 'sim']])
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
