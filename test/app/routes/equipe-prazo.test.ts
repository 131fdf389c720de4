import { expect, test } from 'vitest'
import { pairingEndsAt, type Papel } from '../../../server/domain/aparelho.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { CLI } from '../../../server/domain/historico.ts'
import { inviteToEquipe } from '../../../server/use-cases/equipe.ts'
import { startApp, type Browser, type TestApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'
import { changeEvento } from '../../support/change-evento.ts'

const DAY_MS = 86_400_000
const KEPT = /^__Host-equipe=[^;]{40,}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/

/**
 * The app with a browser of each role. `move` stores the changed event, and the app knows it at the next
 * request.
 */
async function start() {
  const app = await startApp()
  await app.browser().post('/cadastro', { nome: 'Maria Silva', telefone: '11987654321', email: '' })
  const organizacao = await openEquipe(app)
  const porta = await openEquipe(app, { nome: 'PORTA A', papel: 'porta' })
  const move = async (fields: Partial<Evento>) => {
    const { services } = app
    await changeEvento(services, fields, { avisar: false })
    Object.assign(services, await services.latest(0))
  }
  const goTo = (at: number) => app.advance(at - app.services.now())
  return { app, organizacao, porta, move, goTo }
}

const sync = (phone: Browser) =>
  phone.ask('/porta/sync', {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
    body: JSON.stringify({ marca: null, entradas: [], porEnviar: 0 }),
  })

/**
 * Whether a team browser is let in, for each address it may open: the phone’s list, a guest’s link, the
 * board, its home.
 */
async function isLetIn(app: TestApp, browser: Browser, papel: Papel): Promise<boolean[]> {
  const [credencialid = ''] = app.store.ids('credenciais')
  const admitir = `/porta/admitir/${app.services.tokenOf(credencialid, 0)}`
  const asked = [await sync(browser), await browser.get(admitir)]
  const board = papel === 'organizacao' ? [await browser.get('/painel')] : []
  const home = await browser.text('/equipe')
  return [...[...asked, ...board].map(({ status }) => status !== 404), home.includes('Você está na equipe')]
}

for (const papel of ['porta', 'organizacao'] as const) {
  test(`${papel}: in until its pairings end, to the millisecond, and nowhere afterwards`, async () => {
    const { app, goTo, ...browsers } = await start()
    goTo(pairingEndsAt(app.services.config.evento, papel) - 1)
    expect(new Set(await isLetIn(app, browsers[papel], papel))).toEqual(new Set([true]))
    app.advance(1)
    expect(new Set(await isLetIn(app, browsers[papel], papel))).toEqual(new Set([false]))
  })

  test(`${papel}: a browser that was paired before a move to a later day is in on that day`, async () => {
    const { app, move, goTo, ...browsers } = await start()
    await move({ inicio: '2027-12-10T19:30:00-03:00', fim: '2027-12-10T22:00:00-03:00' })
    goTo(Date.parse('2027-12-13T21:59:00-03:00'))
    expect(new Set(await isLetIn(app, browsers[papel], papel))).toEqual(new Set([true]))
  })
}

test('moved to an earlier day, the event ends the door three days after that, and not the organisation', async () => {
  const { app, organizacao, porta, move, goTo } = await start()
  await move({ inicio: '2027-09-05T19:30:00-03:00', fim: '2027-09-05T22:00:00-03:00' })
  goTo(Date.parse('2027-09-08T22:00:00-03:00'))
  expect(new Set(await isLetIn(app, porta, 'porta'))).toEqual(new Set([false]))
  expect(new Set(await isLetIn(app, organizacao, 'organizacao'))).toEqual(new Set([true]))
})

test('the organisation is in until 30 days after the erasure, as the event now has it', async () => {
  const { app, organizacao, move, goTo } = await start()
  await move({ diasAteApagar: 10 })
  goTo(Date.parse('2027-09-16T22:00:00-03:00') + 40 * DAY_MS - 1)
  expect((await organizacao.get('/painel')).status).toBe(200)
  app.advance(1)
  expect((await organizacao.get('/painel')).status).toBe(404)
})

test('the board lets its browser keep its cookie for another 400 days, and a phone’s answer once a minute', async () => {
  const { app, organizacao, porta } = await start()
  const before = organizacao.cookie()
  expect((await organizacao.get('/painel')).headers.getSetCookie()).toEqual([expect.stringMatching(KEPT)])
  expect(organizacao.cookie()).toBe(before)
  const told = async () => (await sync(porta)).headers.getSetCookie()
  expect(await told()).toEqual([expect.stringMatching(KEPT)])
  expect(await told()).toEqual([])
  app.advance(60_000)
  expect(await told()).toEqual([expect.stringMatching(KEPT)])
})

test('after the door has ended the board shows its places as over, and invites for the organisation alone', async () => {
  const { app, organizacao, goTo } = await start()
  goTo(pairingEndsAt(app.services.config.evento, 'porta'))
  const page = await organizacao.text('/painel/equipe')
  expect(page).toContain('PORTA A Porta Acabou com o evento')
  const press = (papel: Papel) => organizacao.post('/painel/equipe', { ato: 'convidar', nome: 'Rui', papel })
  const refused = await press('porta')
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('O evento passou há mais de três dias: a porta terminou com ele.')
  expect((await press('organizacao')).status).toBe(303)
})

test('a code says until when it lets in, by its role; without an event, nothing of a day', async () => {
  const { app } = await start()
  const bare = await startApp(undefined, { EVENTO: '' })
  for (const [{ services, browser }, papel, told] of [
    [app, 'porta', 'neste navegador, até 19 de setembro de 2027 Entrar'],
    [app, 'organizacao', 'neste navegador, até 15 de novembro de 2027 Entrar'],
    [bare, 'organizacao', 'neste navegador Entrar'],
  ] as const) {
    const result = await inviteToEquipe(services, { nome: 'Rui', papel }, services.autorOf(CLI))
    if (result.kind !== 'invited') throw new Error(result.kind)
    expect(await browser().text(`/equipe/${result.code}`)).toContain(told)
  }
})
