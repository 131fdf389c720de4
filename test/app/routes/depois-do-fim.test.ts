import { beforeAll, expect, test } from 'vitest'
import { aMesa } from '../../support/a-mesa.ts'
import { openEquipe } from '../../support/equipe.ts'
import { NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'

const GUEST = { nome: 'Maria Silva', telefone: '11987654321', email: '' }

/** An evening with one inside, one confirmed, one withdrawn, one invited, and the pages of each. */
async function anEvening() {
  const app = await aMesa({ icredencial: 9 })
  const { services, advance } = app
  await app.make('Tia Lúcia')
  const codigo = [...(await app.codigos()).values()][0] ?? ''
  const guest = app.browser()
  await guest.post('/cadastro', GUEST)
  const [lucia, alvaro, rui] = [
    await app.convidado('LÚCIA BARRETO'),
    await app.convidado('ÁLVARO REIS'),
    await app.convidado('RUI ALVES'),
  ]
  const withdrawal = { now: NOW, isClosed: false, credencialid: rui, empresaid: null }
  await services.desistencias.withdraw(withdrawal, services.autorOf('convidado'))
  await app.admit(lucia)
  const equipe = await openEquipe(app)
  const { inicio, fim } = services.config.evento
  const goTo = (at: number) => advance(at - services.now())
  const credencial = (id: string) => `/c/${services.tokenOf(id, 0)}`
  return { ...app, codigo, guest, lucia, alvaro, rui, equipe, goTo, credencial, inicio, fim }
}

let evening: Awaited<ReturnType<typeof anEvening>>

const during = () => evening.goTo(Date.parse(evening.inicio))

beforeAll(async () => {
  evening = await anEvening()
})

test('who is inside is no longer asked whether they cannot come, and who is not still is', async () => {
  const { browser, credencial, lucia, alvaro } = evening
  during()
  expect(await browser().text(credencial(lucia))).not.toContain('Não vou poder ir')
  expect(await browser().text(credencial(alvaro))).toContain('Não vou poder ir')
})

/** Each page, what it says only before the end of the event, and what it says after it. */
const PAGES: [string, path: (one: typeof evening) => string, before: string[], after: string[]][] = [
  ['a credencial', ({ credencial, alvaro }) => credencial(alvaro), ['Enviar minha credencial'], ['ÁLVARO']],
  [
    'a credencial that was withdrawn',
    ({ credencial, rui }) => credencial(rui),
    ['não vale na portaria', 'Tirar da agenda', 'se ainda houver lugar', 'já está com a mesa'],
    ['PRESENÇA RETIRADA'],
  ],
  [
    'the panel of a table',
    ({ path }) => path,
    ['LIVRES', 'ÁLVARO REIS presença confirmada', 'pode mexer na mesa'],
    ['SEM USO', 'ÁLVARO REIS confirmou, sem entrada registrada', 'pode ver a mesa'],
  ],
  [
    'the list of guests',
    () => '/painel/convidados',
    ['vêm', 'Falta chegar', 'Não vem', 'Dentro', 'Enviar'],
    ['· 3 confirmaram', 'Faltaram 2', 'Não vinham 1', 'Estiveram 1', 'Não vinha', 'Entrou, 1/9'],
  ],
  ['a guest who withdrew', ({ rui }) => `/painel/convidados/${rui}`, ['Se vai vir'], ['Desistiu']],
  ['a guest inside', ({ lucia }) => `/painel/convidados/${lucia}`, ['Dentro desde'], ['Entrou, 1/9']],
  ['the companies', () => '/painel/empresas', ['Dentro'], ['Estiveram']],
  [
    'a company',
    () => '/painel/empresas/acme',
    ['Enviar painel', 'ali se vê quem vem,', 'Fazer convites', 'um por vez', 'Enviar link', 'Dentro'],
    ['ali se vê quem veio.', 'O evento terminou: ninguém mais se cadastra por ele.', 'Estiveram'],
  ],
  ['the door', () => '/painel/porta', ['1 dentro'], ['1 entrou']],
  ['inviting', () => '/painel/convidados/convidar', ['Nada é enviado'], ['As inscrições terminaram:']],
  ['what to do', () => '/painel', ['Hoje, 16 de setembro'], ['16 de setembro · foi hoje']],
  ['the messages', () => '/painel/envios', ['· é hoje'], ['· foi hoje']],
  ['one’s own data', ({ credencial, rui }) => `${credencial(rui)}/dados`, [], ['h, pelo convidado']],
]

const textOf = async (path: string) => readText(await evening.equipe.body(path)).replaceAll('\u00a0', ' ')

test.each(PAGES)('%s speaks of the event in the past once it is over', async (_, pathOf, before, after) => {
  const path = pathOf(evening)
  during()
  const text = await textOf(path)
  for (const said of before) expect(text).toContain(said)
  evening.goTo(Date.parse(evening.fim))
  const later = await textOf(path)
  for (const said of before) expect(later).not.toContain(said)
  for (const said of after) expect(later).toContain(said)
})

test('the invitation and the own data of a browser that registered say nothing of coming any more', async () => {
  const { guest, goTo, fim, services } = evening
  during()
  expect(await guest.text('/')).toContain('VOCÊ ESTÁ CONFIRMADO')
  const href = /href="(\/c\/[^"/]+)"/.exec(await guest.body('/'))?.[1] ?? ''
  expect(await guest.text(`${href}/dados`)).toContain('Para vir, é preciso')
  goTo(Date.parse(fim))
  expect(services.now()).toBe(Date.parse(fim))
  expect(await guest.text('/')).not.toContain('VOCÊ ESTÁ CONFIRMADO')
  const told = await guest.text(`${href}/dados`)
  expect(told).toContain('A credencial deixa de abrir.')
  expect(told).not.toContain('Para vir, é preciso')
})
