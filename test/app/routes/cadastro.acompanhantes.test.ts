import { expect, test } from 'vitest'
import { StorageError } from '../../../server/domain/errors.ts'
import { MARIA } from '../../support/cadastro.ts'
import { anAutor, anEmpresa } from '../../support/factories.ts'
import { linksOf, readField, readText } from '../../support/html.ts'
import { startApp, type Browser, type TestApp } from '../../support/remix.ts'

const BIA = { 'acompanhante-1': 'Bia Lima' }
const THREE = { 'acompanhante-1': 'Bia Lima', 'acompanhante-2': 'Caio Lima', 'acompanhante-3': 'Davi Lima' }

async function open(icredencial = 9, world?: Parameters<typeof startApp>[0]) {
  const app = await startApp(world)
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial }))
  return app
}

async function aConvite(app: TestApp, lugares: number) {
  const novo = { codigo: 'a2b3c4d5e6f7g2h3i4j5', rotulo: 'Helena', reservaid: 'r1', lugares }
  await app.services.convites.create('acme', [novo], app.services.now(), anAutor())
  return `/cadastro?convite=${novo.codigo}`
}

const send = (browser: Browser, fields: Record<string, string>, path = '/cadastro') =>
  browser.post(path, { ...MARIA, ...fields })
const namesOf = (html: string) => Array.from(html.matchAll(/<input[^>]*name="([^"]*)"/g), ([, name]) => name)
const stored = (app: TestApp) => app.store.all('credenciais').map(({ nome }) => nome)
const isTicked = (html: string) => html.includes('<input type="checkbox" checked')

test('the public form asks for up to three under its fields, by one tick that is not sent, and blank is allowed', async () => {
  const app = await open()
  const html = await app.browser().body('/cadastro')
  expect(namesOf(html)).toEqual(['nome', 'telefone', 'email', ...Object.keys(THREE)])
  expect(readText(html)).toMatch(/EMAIL Opcional\. Acompanhantes Vou com mais alguém .* CONFIRMAR/)
  expect(isTicked(html)).toBe(false)
  expect(html).not.toMatch(/name="acompanhante-\d"[^>]*required/)
  expect((await send(app.browser(), { 'acompanhante-1': '', 'acompanhante-2': ' ' })).status).toBe(303)
  expect(stored(app)).toEqual(['MARIA DA SILVA'])
})

test('it asks for as many as the personal invitation has open places, or the table has left, less one', async () => {
  const app = await open(12)
  const form = await aConvite(app, 6)
  const along = async (path: string, browser = app.browser()) =>
    namesOf(await browser.body(path)).filter((name) => name?.startsWith('acompanhante')).length
  expect(await along(form)).toBe(5)
  await send(app.browser(), THREE, form)
  expect(await along(form)).toBe(1)
  await send(app.browser(), { nome: 'Rui', telefone: '11987650000' }, form)
  expect(await along(form)).toBe(0)
  expect(await app.browser().body(form)).not.toContain('Vou com mais')
  const table = '/cadastro?empresaid=acme'
  for (const left of [6, 5, 4, 3, 2, 1]) {
    expect(await along(table), String(left)).toBe(Math.min(3, left - 1))
    const holder = app.browser()
    await holder.post('/acme')
    expect(await along(table, holder), String(left)).toBe(Math.min(3, left - 1))
    await send(holder, { nome: 'Ana', telefone: `1198765000${left}` }, table)
  }
})

test('one form registers all of them, the first’s number on each, and the alert and /minhas lead to every credencial', async () => {
  const app = await open()
  const browser = app.browser()
  expect((await send(browser, THREE)).status).toBe(303)
  expect(stored(app)).toEqual(['MARIA DA SILVA', 'BIA LIMA', 'CAIO LIMA', 'DAVI LIMA'])
  expect(app.store.all('credenciais').map(({ telefone, email }) => [telefone, email])).toEqual([
    [MARIA.telefone, MARIA.email],
    ...Object.keys(THREE).map(() => [MARIA.telefone, '']),
  ])
  const landing = await browser.body('/')
  const dialog = /<dialog.*<\/dialog>/s.exec(landing)?.[0] ?? ''
  expect(readText(dialog)).toBe(
    'CADASTRO CONFIRMADO COM SUCESSO! MARIA, seus 4 lugares estão guardados. Ver minha credencial ' +
      'CREDENCIAL DE BIA LIMA CREDENCIAL DE CAIO LIMA CREDENCIAL DE DAVI LIMA OK Encaminhar o convite',
  )
  const links = linksOf(dialog)
  expect(new Set(links.map(([href]) => href)).size).toBe(4)
  for (const [href = '', text] of links.slice(1))
    expect(`CREDENCIAL DE ${/<b>|<h1[^>]*>([^<]*)/.exec(await browser.body(href))?.[1]}`).toBe(text)
  expect(linksOf(await browser.body('/minhas'))).toHaveLength(4)
  expect(await browser.body('/')).not.toContain('<dialog')
  await send(browser, { nome: 'Rui Braga' })
  expect(linksOf(/<dialog.*<\/dialog>/s.exec(await browser.body('/'))?.[0] ?? '')).toHaveLength(1)
})

test('ten come with one invitation, and the alert shows all ten', async () => {
  const app = await open(10)
  const form = await aConvite(app, 10)
  const browser = app.browser()
  const nine = Object.fromEntries(
    Array.from('ABCDEFGHI', (letter, at) => [`acompanhante-${at + 1}`, `${letter}na Lima`]),
  )
  expect((await send(browser, nine, form)).status).toBe(303)
  expect(linksOf(/<dialog.*<\/dialog>/s.exec(await browser.body('/'))?.[0] ?? '')).toHaveLength(10)
})

test('an error stands at its field and in the summary, and every typed name comes back', async () => {
  const app = await open()
  const answer = await send(app.browser(), { 'acompanhante-2': 'Bia 2', 'acompanhante-3': 'Caio Lima' })
  const html = await answer.text()
  expect(answer.status).toBe(422)
  expect(html).toContain('href="#acompanhante-1"')
  expect(html).toMatch(
    /id="acompanhante-1"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*id="acompanhante-1"/,
  )
  expect([readField(html, 'acompanhante-1'), readField(html, 'acompanhante-2')]).toEqual([
    'Bia 2',
    'Caio Lima',
  ])
  expect(isTicked(html)).toBe(true)
  const same = await (await send(app.browser(), { 'acompanhante-1': 'Maria da Silva' })).text()
  expect(readText(same)).toContain('Este nome já está neste cadastro.')
  expect(stored(app)).toEqual([])
})

test('more names than places are left register nobody: it says how many fit and keeps everything', async () => {
  const app = await open(2)
  const answer = await send(app.browser(), { ...THREE, 'acompanhante-3': '', empresaid: 'acme' })
  const html = await answer.text()
  expect(answer.status).toBe(409)
  expect(readText(html)).toContain('Restam 2 lugares e você escreveu 3 nomes')
  expect(html).toContain('href="#acompanhante-2"')
  expect(html).not.toContain('LIMITE ATINGIDO')
  expect([readField(html, 'nome'), readField(html, 'acompanhante-2')]).toEqual([MARIA.nome, 'Caio Lima'])
  expect(stored(app)).toEqual([])

  const form = await aConvite(app, 2)
  const browser = app.browser()
  const personal = await (await send(browser, { ...THREE, 'acompanhante-3': '' }, form)).text()
  expect(readText(personal)).toContain('Restam 2 lugares e você escreveu 3 nomes')
  expect(readText(personal)).toContain('Convite de Fazenda Acme para Helena')
  expect((await send(browser, BIA, form)).status).toBe(303)
  expect(stored(app)).toEqual(['MARIA DA SILVA', 'BIA LIMA'])
})

test('É outra pessoa sends the names again', async () => {
  const app = await open()
  await send(app.browser(), { empresaid: 'acme' })
  const html = await (await send(app.browser(), { ...BIA, nome: 'Rui', empresaid: 'acme' })).text()
  expect(readText(html)).toContain('É outra pessoa')
  expect(html).toMatch(/<input type="hidden" name="acompanhante-1" value="Bia Lima"\/>/)
})

test('a registration that was not saved keeps the names', async () => {
  const app = await open(9, (store) => {
    const memory = store.open()
    const register = () => Promise.reject(new StorageError('[test] disk full'))
    return { storage: { ...memory, credenciais: { ...memory.credenciais, register } } }
  })
  const answer = await send(app.browser(), BIA)
  expect(answer.status).toBe(503)
  expect(readField(await answer.text(), 'acompanhante-1')).toBe('Bia Lima')
})

test('who brought others withdraws alone or with them, and Desfazer brings back all of them', async () => {
  const app = await open()
  const browser = app.browser()
  await browser.post('/acme')
  await send(browser, { ...BIA, empresaid: 'acme' })
  const [own = '', bias = ''] = linksOf(await browser.body('/')).map(([href]) => href)
  const asked = await browser.text(`${own}/presenca`)
  expect(asked).toContain('com BIA LIMA')
  expect(asked).toMatch(/Só eu não posso ir Nenhum de nós 2 pode ir/)
  expect(await browser.text(`${bias}/presenca`)).toMatch(/Não vou poder ir/)
  const isOut = async (path: string) => (await browser.text(path)).includes('PRESENÇA RETIRADA')
  const act = (path: string, ato: string) => browser.post(`${path}/presenca`, { ato })
  await act(own, 'desistir-todos')
  expect([await isOut(own), await isOut(bias)]).toEqual([true, true])
  await act(own, 'voltar')
  expect([await isOut(own), await isOut(bias)]).toEqual([false, false])
  await act(bias, 'desistir-todos')
  expect([await isOut(own), await isOut(bias)]).toEqual([false, true])
  expect(await browser.text(`${own}/presenca`)).toMatch(/Não vou poder ir/)
  await act(bias, 'voltar')
  await act(own, 'desistir')
  expect([await isOut(own), await isOut(bias)]).toEqual([true, false])
})
