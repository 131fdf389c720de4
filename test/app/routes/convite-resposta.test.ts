import { expect, test } from 'vitest'
import { CASA, DA_CASA } from '../../../server/domain/casa.ts'
import type { NovoConvite } from '../../../server/domain/convites.ts'
import { GUARDA_MS } from '../../../server/domain/desistencia.ts'
import { MARIA } from '../../support/cadastro.ts'
import { anAutor, anEmpresa } from '../../support/factories.ts'
import { readAction, readText } from '../../support/html.ts'
import { startApp, type Browser, type TestApp } from '../../support/remix.ts'

const CODIGO = 'a2b3c4d5e6f7g2h3i4j5'

/** An invitation for Helena at a table of four, or of the house where `empresaid` is empty text. */
async function open(fields: Partial<NovoConvite> = {}, empresaid = 'acme') {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial: 4 }))
  const novo = { codigo: CODIGO, rotulo: 'Helena Prado', reservaid: 'r1', lugares: 2, ...fields }
  const made = await app.services.convites.create(empresaid, [novo], app.services.now(), anAutor())
  if (made.kind !== 'created') throw new Error(made.kind)
  return { app, path: `/${empresaid || CASA}/${CODIGO}`, form: `/cadastro?convite=${CODIGO}` }
}

const putCasa = (app: TestApp, icredencial: number) =>
  app.store.put('empresas', anEmpresa({ empresaid: CASA, nome: 'Da casa', usuarioid: DA_CASA, icredencial }))
const say = (browser: Browser, path: string, ato: string) => browser.post(path, { ato })
let serial = 10_000_000
/** Each guest has a number of their own. */
const register = (browser: Browser, path: string, fields: Record<string, string> = {}) =>
  browser.post(path, { ...MARIA, telefone: `119${serial++}`, ...fields })

test('it opens on the drawing, a link to the form, with the person’s name and how many it is for', async () => {
  const { app, path, form } = await open()
  const html = await app.browser().body(path)
  expect(html).toMatch(
    new RegExp(
      `<a class="imagem" href="${form.replace('?', '\\?')}"><picture>.*<img[^>]*alt="Sociedade Rural`,
    ),
  )
  expect(html).toContain('<b>Helena Prado</b>, este convite é seu e vale para 2 pessoas.')
  expect(html).toContain(`href="${form}">Aceitar</a>`)
  expect(readText(html)).toContain('Mesa Fazenda Acme quinta-feira, 16 de setembro, 19h30')
  expect(html).not.toContain('type="module"')
})

test('Não posso ir thanks by name, says until when it is valid, and Desfazer takes it back', async () => {
  const { app, path, form } = await open()
  for (let n = 0; n < 2; n++) {
    const sent = await say(app.browser(), path, 'recusar')
    expect([sent.status, sent.headers.get('Location')]).toEqual([303, path])
  }
  const html = await app.browser().body(path)
  expect(readText(html)).toContain(
    'Obrigado por avisar, Helena Prado. Se mudar de ideia, volte aqui até o fim do evento: guardamos o seu lugar por 12 horas, e depois só se ainda houver.',
  )
  expect(html).toContain('<title>Obrigado por avisar')
  expect(html).toMatch(/value="voltar">Desfazer/)
  expect(html).toContain(`href="${form}">Aceitar</a>`)
  expect(html).not.toContain('Não posso ir')
  expect((await app.browser().get(form)).status).toBe(200)
  expect((await say(app.browser(), path, 'voltar')).status).toBe(303)
  expect(await app.browser().body(path)).toContain('Não posso ir')
  expect(app.store.all('historico').map(({ ato, quem }) => [ato, quem])).toEqual([
    ['criou-convites', anAutor().quem],
    ['recusou-convite', 'convidado'],
    ['voltou-ao-convite', 'convidado'],
  ])
})

test('who declined and comes after all registers by Aceitar', async () => {
  const { app, path, form } = await open()
  const browser = app.browser()
  await say(browser, path, 'recusar')
  expect((await register(browser, form)).status).toBe(303)
  expect(await app.browser().text(path)).toContain('Confirmados: 1 de 2.')
})

test('partly used, it tells how many confirmed, offers the rest, and its guest the credencial', async () => {
  const { app, path, form } = await open()
  const [first, other] = [app.browser(), app.browser()]
  await register(first, form)
  const html = await first.body(path)
  expect(readText(html)).toContain('Confirmados: 1 de 2.')
  expect(html).toMatch(/href="\/c\/[^"]*"[^>]*>Ver minha credencial/)
  expect(html).not.toContain('Não posso ir')
  expect(await other.body(path)).not.toContain('/c/')
  const late = await say(other, path, 'recusar')
  expect(late.status).toBe(409)
  expect(readText(await late.text())).toContain('Alguém já confirmou com este convite.')
  expect((await register(other, form, { nome: 'Rui Lima' })).status).toBe(303)
  for (const browser of [first, other])
    expect((await browser.get(path)).headers.get('Location')).toMatch(/^\/c\//)
  const used = await app.browser().text(path)
  expect(used).toContain('ESTE CONVITE JÁ FOI USADO Este convite valia para 2 pessoas.')
})

test('an answer to a revoked invitation says that nothing was stored, and whose it was stays unsaid', async () => {
  const { app, path } = await open()
  await app.services.convites.revoke(CODIGO, anAutor())
  const sent = await say(app.browser(), path, 'recusar')
  const text = readText(await sent.text())
  expect(sent.status).toBe(409)
  expect(text).toContain('Sua resposta não foi gravada: este convite foi retirado.')
  expect(text).not.toMatch(/helena|acme/i)
})

test('Desfazer once others have the places says so, and the form says LIMITE ATINGIDO with its own address', async () => {
  const { app, path, form } = await open({ lugares: 4 })
  await say(app.browser(), path, 'recusar')
  app.advance(GUARDA_MS)
  for (const nome of ['Ana', 'Bia', 'Caio', 'Davi'])
    expect((await register(app.browser(), '/cadastro', { nome, empresaid: 'acme' })).status).toBe(303)
  const sent = await say(app.browser(), path, 'voltar')
  expect(sent.status).toBe(409)
  expect(readText(await sent.text())).toContain('Os lugares deste convite já são de outras pessoas.')
  const refused = await register(app.browser(), form)
  const html = await refused.text()
  expect([refused.status, readAction(html)]).toEqual([409, form])
  expect(readText(html)).toContain('LIMITE ATINGIDO')
})

test('once registrations are closed a no is still thanked for, and nothing is offered', async () => {
  const { app, path } = await open()
  await say(app.browser(), path, 'recusar')
  app.advance(app.services.closesAt - app.services.now())
  const html = await app.browser().body(path)
  expect(readText(html)).toContain('Obrigado por avisar, Helena Prado. As inscrições terminaram.')
  expect(html).not.toMatch(/Aceitar|Desfazer/)
  const sent = await say(app.browser(), path, 'voltar')
  expect(sent.status).toBe(409)
  expect(readText(await sent.text())).toContain('O prazo terminou.')
})

test('an answer that says nothing is 400, and to a code nobody was given 404', async () => {
  const { app, path } = await open()
  expect((await say(app.browser(), path, 'talvez')).status).toBe(400)
  expect((await say(app.browser(), path.replace(/j5$/, 'j6'), 'recusar')).status).toBe(404)
})

test('an invitation of the house has the house’s address, names no table, and its guest is of no company', async () => {
  for (const isCounted of [false, true]) {
    const { app, path, form } = await open({}, '')
    if (isCounted) putCasa(app, 9)
    const html = await app.browser().body(path)
    expect(html).toContain('<b>Helena Prado</b>, este convite é seu')
    expect(readText(html)).not.toMatch(/mesa/i)
    expect(await app.browser().text(form)).toContain('Convite para Helena Prado')
    expect((await app.browser().get(`/item?empresaid=${path.slice(1)}`)).headers.get('Location')).toBe(path)
    expect((await app.browser().get(`${path}.`)).headers.get('Location')).toBe(path)
    expect((await say(app.browser(), path, 'recusar')).headers.get('Location')).toBe(path)
    expect((await register(app.browser(), form)).status).toBe(303)
    expect(await app.browser().text(path)).toContain('Confirmados: 1 de 2.')
  }
})

test('a guest of the house is of no table: neither the credencial nor Não vou poder ir names one', async () => {
  const app = await startApp()
  putCasa(app, 1)
  const browser = app.browser()
  await register(browser, '/cadastro')
  const [, own = ''] = /href="(\/c\/[^"]*)"/.exec(await browser.body('/')) ?? []
  const mentioned = async (path: string) => (await browser.text(path)).match(/da casa|mesa/gi)
  expect([await mentioned(own), await mentioned(`${own}/presenca`)]).toEqual([null, null])
  expect((await say(browser, `${own}/presenca`, 'desistir')).status).toBe(303)
  expect(app.store.get('empresas', CASA)?.licredencial).toBe(1)
  expect(await mentioned(own)).toBeNull()
})

test('the house’s own address leads to the invitation, and its form to the public one', async () => {
  const app = await startApp()
  putCasa(app, 1)
  for (const answer of [await app.browser().get(`/${CASA}`), await app.browser().post(`/${CASA}`)])
    expect(answer.headers.get('Location')).toBe('/')
  const form = await app.browser().get(`/cadastro?empresaid=${CASA}`)
  expect(form.headers.get('Location')).toBe('/cadastro')
  expect((await register(app.browser(), '/cadastro')).status).toBe(303)
  const full = await register(app.browser(), '/cadastro', { nome: 'Rui Lima' })
  const html = await full.text()
  expect([full.status, readAction(html)]).toEqual([409, '/cadastro'])
  expect(readText(html)).toContain('LIMITE ATINGIDO Os lugares deste evento acabaram.')
  expect(html).not.toContain('Da casa')
})

test('another product’s company with that id stays a company', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: CASA, nome: 'Outra Ltda', icredencial: 3 }))
  expect(await app.browser().text(`/${CASA}`)).toContain('Outra Ltda')
  expect((await app.browser().post(`/${CASA}`)).headers.get('Location')).toBe(`/cadastro?empresaid=${CASA}`)
})
