import { expect, test } from 'vitest'
import { GUARDA_MS } from '../../../server/domain/desistencia.ts'
import { anEmpresa, anEntrada, NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { startApp, type TestApp } from '../../support/remix.ts'

const MARIA = { nome: 'Maria d’Ávila', telefone: '11987654321', email: '' }

/** A guest of the public form, or of a company with two invitations. */
async function open(empresaid: string | null = 'acme') {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial: 2 }))
  const browser = app.browser()
  if (empresaid !== null) await browser.post(`/${empresaid}`)
  await browser.post('/cadastro', { ...MARIA, ...(empresaid === null ? {} : { empresaid }) })
  const id = app.store.ids('credenciais').at(-1) ?? ''
  const path = `/c/${app.services.tokenOf(id, 0)}`
  return { app, id, path }
}

const post = (app: TestApp, path: string, ato: string) => app.browser().post(`${path}/presenca`, { ato })
const textOf = async (app: TestApp, path: string) => app.browser().text(path)
const licredencial = (app: TestApp) => app.store.get('empresas', 'acme')?.licredencial
const atosOf = (app: TestApp) => app.store.all('historico').map(({ ato, quem }) => [ato, quem])

test('Não vou poder ir asks once, and keeps the place for some hours however often it is sent', async () => {
  const { app, path } = await open()
  expect(await textOf(app, path)).toContain('Não vou poder ir')
  const asked = await textOf(app, `${path}/presenca`)
  expect(asked).toContain('NÃO PODERÁ IR?')
  expect(asked).toContain('MARIA D’ÁVILA Fazenda Acme')
  expect(asked).toContain('Guardamos seu lugar por até 12 horas. Depois ele volta para a mesa')
  expect(licredencial(app)).toBe(1)
  for (let n = 0; n < 3; n++) {
    const response = await post(app, path, 'desistir')
    expect([response.status, response.headers.get('Location')]).toEqual([303, path])
  }
  expect(licredencial(app)).toBe(1)
  const shown = await textOf(app, path)
  expect(shown).toContain('PRESENÇA RETIRADA')
  expect(shown).toContain('Guardamos seu lugar, se quiser voltar, até 2 de setembro, 0h')
  expect(shown).toContain('Você avisou hoje, às 12h. Obrigado. Quem cuida da mesa pode passar o lugar')
  expect(shown).not.toContain('QR code')
  expect(atosOf(app)).toEqual([['desistiu', 'convidado']])
  const again = await app.browser().get(`${path}/presenca`)
  expect([again.status, again.headers.get('Location')]).toEqual([303, path])
  app.advance(GUARDA_MS)
  expect(await textOf(app, path)).toContain('Obrigado. Seu lugar já está com a mesa.')
  expect(await app.services.empresas.find('acme', app.services.now())).toMatchObject({ left: 2 })
})

test('who withdraws a guest by a credencial they photographed does not get the place, and Desfazer does', async () => {
  const { app, path } = await open()
  const stranger = app.browser()
  const claims = async () => (await stranger.post('/acme')).status
  expect(await claims()).toBe(303)
  await post(app, path, 'desistir')
  const other = app.browser()
  expect((await other.post('/acme')).status).toBe(409)
  const fields = { ...MARIA, nome: 'Rui Lima', empresaid: 'acme' }
  expect((await other.post('/cadastro', fields)).status).toBe(409)
  expect((await post(app, path, 'voltar')).status).toBe(303)
  expect(await textOf(app, path)).toContain('Fazenda Acme')
})

test('Desfazer takes an invitation again, and the badge is back', async () => {
  const { app, path } = await open()
  await post(app, path, 'desistir')
  for (let n = 0; n < 2; n++) expect((await post(app, path, 'voltar')).status).toBe(303)
  expect(licredencial(app)).toBe(1)
  expect(await textOf(app, path)).toContain('Fazenda Acme')
  expect(atosOf(app).map(([ato]) => ato)).toEqual(['desistiu', 'voltou'])
})

test('Desfazer of a table that is full meanwhile says so and how to ask, and changes nothing', async () => {
  const { app, path } = await open()
  await post(app, path, 'desistir')
  app.advance(GUARDA_MS)
  for (const nome of ['Ana Lima', 'Rui Lima']) {
    const browser = app.browser()
    await browser.post('/acme')
    await browser.post('/cadastro', { ...MARIA, nome, empresaid: 'acme' })
  }
  expect(licredencial(app)).toBe(2)
  const response = await post(app, path, 'voltar')
  expect(response.status).toBe(409)
  const text = readText(await response.text())
  expect(text).toContain('Seu lugar já foi usado. Peça outro a quem convidou você ou à organização.')
  expect(text).toContain('Desfazer, eu vou')
  expect(licredencial(app)).toBe(2)
})

test('a guest of the public form withdraws and comes back', async () => {
  const { app, path } = await open(null)
  const asked = await textOf(app, `${path}/presenca`)
  expect(asked).not.toContain('mesa')
  expect((await post(app, path, 'desistir')).status).toBe(303)
  expect(await textOf(app, path)).toContain('Você avisou hoje, às 12h. Obrigado.')
  expect((await post(app, path, 'voltar')).status).toBe(303)
  expect(await textOf(app, path)).not.toContain('PRESENÇA RETIRADA')
})

test('a guest who is inside is told so, and stays', async () => {
  const { app, id, path } = await open()
  await app.services.entradas.add([anEntrada(id)], null)
  const response = await post(app, path, 'desistir')
  expect(response.status).toBe(409)
  expect(readText(await response.text())).toContain('Sua entrada no evento já foi registrada')
  expect(licredencial(app)).toBe(1)
})

test('Não vou poder ir ends with the event, and who is inside is shown no button for it', async () => {
  const { app, id, path } = await open()
  const { evento } = app.services.config
  const html = async () => app.browser().body(`${path}/presenca`)
  expect(await html()).toContain('value="desistir"')
  expect(await textOf(app, path)).toContain('Não vou poder ir')
  app.advance(Date.parse(evento.inicio) - NOW)
  await app.services.entradas.add([anEntrada(id)], null)
  expect(await textOf(app, path)).not.toContain('Não vou poder ir')
  expect(await html()).not.toContain('value="desistir"')
  expect(readText(await html())).toContain('Sua entrada no evento já foi registrada')

  const other = await open()
  other.app.advance(Date.parse(evento.fim) - NOW - 1)
  const page = async () => other.app.browser().body(other.path)
  expect(await page()).toContain('Não vou poder ir')
  other.app.advance(1)
  expect(await page()).not.toContain('Não vou poder ir')
  const over = await other.app.browser().get(`${other.path}/presenca`)
  expect(readText(await over.text())).toContain('O evento já terminou')
  expect((await post(other.app, other.path, 'desistir')).status).toBe(409)
  expect(licredencial(other.app)).toBe(1)
})

test('after the closing date nobody is offered Desfazer, and none is taken', async () => {
  const { app, path } = await open()
  await post(app, path, 'desistir')
  app.advance(app.services.closesAt - NOW)
  expect(await textOf(app, path)).not.toContain('Desfazer')
  expect((await post(app, path, 'voltar')).status).toBe(409)
  expect(await app.services.empresas.find('acme', app.services.now())).toMatchObject({ left: 2 })
})

test('a guest does not take again what the table took back', async () => {
  const { app, id, path } = await open()
  const { desistencias, autorOf } = app.services
  const request = { credencialid: id, empresaid: 'acme', now: NOW, isClosed: false }
  await desistencias.withdraw(request, autorOf('mesa'))
  const shown = await textOf(app, path)
  expect(shown).toContain('Quem cuida da mesa retirou sua presença hoje, às 12h.')
  expect(shown).not.toContain('Desfazer')
  expect((await post(app, path, 'voltar')).status).toBe(409)
})

test('no other link and no other act changes anything', async () => {
  const { app, path } = await open()
  const other = path.slice(0, -1) + (path.endsWith('A') ? 'Q' : 'A')
  expect((await post(app, other, 'desistir')).status).toBe(404)
  expect((await post(app, path, 'outra')).status).toBe(400)
  expect((await app.browser().get(`${other}/presenca`)).status).toBe(404)
  expect(licredencial(app)).toBe(1)
})
