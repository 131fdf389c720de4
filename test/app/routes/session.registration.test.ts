import { expect, test } from 'vitest'
import { commitSession, readSession } from '../../../app/shared/session.server.ts'
import { anEmpresa } from '../../support/factories.ts'
import { readAlert } from '../../support/html.ts'
import { startApp, type TestApp } from '../../support/remix.ts'
import { CONVIDADO, sessionOf } from '../../support/session.ts'

const minutes = (count: number) => count * 60_000

const tokensIn = (app: TestApp) =>
  app.store.ids('credenciais').map((credencialid) => app.services.tokenOf(credencialid, 0))

test('a registration renews the sid, clears the mark and remembers the credencial', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const browser = app.browser()
  await browser.post('/acme')
  const before = await sessionOf(app, browser)
  expect(before.ativo).toBe('acme')
  await browser.post('/cadastro', { ...CONVIDADO, empresaid: 'acme' })
  const after = await sessionOf(app, browser)
  expect(after.sid).not.toBe(before.sid)
  expect(after.ativo).toBeUndefined()
  expect(after.credenciais).toEqual(tokensIn(app))
})

test('a repeat with the form’s cookie within 15 minutes is a lost answer and gets the credencial', async () => {
  const app = await startApp()
  const browser = app.browser()
  await browser.get('/cadastro')
  const before = browser.cookie()
  await browser.post('/cadastro', CONVIDADO)
  for (const [after, credenciais] of [
    [minutes(14), tokensIn(app)],
    [minutes(1), undefined],
  ] as const) {
    app.advance(after)
    const again = app.browser()
    again.steal(before)
    await again.post('/cadastro', CONVIDADO)
    expect((await sessionOf(app, again)).credenciais).toEqual(credenciais)
  }
})

test('within 15 minutes a stranger who types a guest’s name and phone gets the alert and no way to the credencial', async () => {
  const app = await startApp()
  const convidado = app.browser()
  await convidado.get('/cadastro')
  await convidado.post('/cadastro', CONVIDADO)
  for (const isFormOpened of [true, false]) {
    const stranger = app.browser()
    if (isFormOpened) await stranger.get('/cadastro')
    expect((await stranger.post('/cadastro', { ...CONVIDADO, email: 'a@exemplo.com' })).status).toBe(303)
    const html = await stranger.body('/')
    expect(readAlert(html)).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
    expect(html).not.toMatch(/\/c\/|VER MINHA/)
  }
  expect(app.store.all('credenciais')).toMatchObject([{ email: '' }])
})

test('a stranger with the session’s secret and the ids of all guests sees none of them', async () => {
  const app = await startApp()
  for (const nome of ['Ana Lima', 'Rui Braga']) await app.browser().post('/cadastro', { ...CONVIDADO, nome })
  const ids = app.store.ids('credenciais')
  const session = await readSession(new Request('https://x.test'), app.services)
  session.set('credenciais', [...ids, ...ids.map((id) => `${id}${'A'.repeat(22)}`)])
  const ofAnotherVersion = { empresaid: null, credencialid: ids[0] }
  session.flash('confirmado', ofAnotherVersion)
  const [cookie = ''] = (await commitSession(session, app.services)).split(';', 1)
  for (const path of ['/', '/minhas']) {
    const html = await (await app.browser().get(path, { Cookie: cookie })).text()
    expect(html).not.toMatch(/ANA LIMA|RUI BRAGA|href="\/c\//)
  }
  const forger = app.browser()
  forger.steal(cookie)
  await forger.post('/cadastro', { ...CONVIDADO, nome: 'Ana Lima' })
  expect(await forger.body('/')).not.toMatch(/href="\/c\//)
})

test('a later repeat from another browser gets the same alert but no way to the credencial', async () => {
  const app = await startApp()
  await app.browser().post('/cadastro', CONVIDADO)
  app.advance(minutes(16))
  const other = app.browser()
  const response = await other.post('/cadastro', CONVIDADO)
  expect(response.status).toBe(303)
  expect((await sessionOf(app, other)).credenciais).toBeUndefined()
  expect(readAlert(await other.body('/'))).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
})

test('a later repeat from the browser that registered keeps its credencial, once', async () => {
  const app = await startApp()
  const browser = app.browser()
  await browser.post('/cadastro', CONVIDADO)
  app.advance(minutes(60))
  await browser.post('/cadastro', CONVIDADO)
  expect((await sessionOf(app, browser)).credenciais).toHaveLength(1)
})

test('a browser remembers the last fifty credentials and its cookie stays below 4 KB', async () => {
  const app = await startApp()
  const browser = app.browser()
  for (let i = 0; i < 55; i++) {
    await browser.post('/cadastro', {
      ...CONVIDADO,
      nome: `Ana ${String.fromCharCode(65 + (i % 26))}${String.fromCharCode(65 + Math.floor(i / 26))}`,
    })
  }
  const { credenciais, registros } = await sessionOf(app, browser)
  expect(credenciais).toHaveLength(50)
  expect(credenciais).toEqual(tokensIn(app).slice(-50))
  expect(registros).toBe(55)
  expect(browser.cookie().length).toBeLessThan(4096)
})
