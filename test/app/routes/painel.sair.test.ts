import { expect, test } from 'vitest'
import { readText } from '../../support/html.ts'
import { openEquipe } from '../../support/equipe.ts'
import { startApp } from '../../support/remix.ts'

const PATH = '/painel/sair'

async function open() {
  const app = await startApp()
  const [cida, rui] = [await openEquipe(app), await openEquipe(app)]
  const paired = () => app.store.all('aparelhos').filter(({ segredo }) => segredo !== null).length
  const atos = () => app.store.all('historico').map(({ ato, quem, alvo }) => [ato, quem, alvo])
  return { ...app, cida, rui, paired, atos }
}

test('SAIR asks first, then ends this browser’s own pairing and takes its cookie', async () => {
  const { cida, rui, paired, atos } = await open()
  const page = await cida.text(PATH)
  expect(page).toContain('deixa de abrir o painel na hora')
  expect(page).toContain('Sair da equipe Ficar')
  expect(paired()).toBe(2)
  const response = await cida.post(PATH)
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/equipe?feito=saiu'])
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-equipe=[^;]*; Max-Age=0; .*Expires=Thu, 01 Jan 1970/),
    expect.stringMatching(/^__Host-codigos=[^;]*; Max-Age=0; .*Expires=Thu, 01 Jan 1970/),
  ])
  expect([paired(), atos()]).toEqual([1, [['saiu', cida.aparelhoid, cida.aparelhoid]]])
  expect((await cida.get('/painel')).status).toBe(404)
  expect(await cida.text('/equipe?feito=saiu')).toContain('este navegador saiu da equipe')
  expect(await rui.text('/painel/historico')).toContain('Saiu da equipe')
})

test('the last organiser reads whom to invite before, and cannot leave', async () => {
  const { cida, rui, paired } = await open()
  await rui.post(PATH)
  const html = await cida.body(PATH)
  expect(readText(html)).toContain(
    'É o último aparelho da organização. Se ele sair, ninguém mais abre o painel.',
  )
  expect(html).not.toContain('<form')
  const refused = await cida.post(PATH)
  expect(refused.status).toBe(422)
  expect(refused.headers.getSetCookie()).toEqual([])
  expect(readText(await refused.text())).toContain('Este aparelho continua na equipe')
  expect([paired(), (await cida.get('/painel')).status]).toEqual([1, 200])
})

test('of two organisers who leave at once one stays', async () => {
  const { cida, rui, paired } = await open()
  const left = await Promise.all([cida.post(PATH), rui.post(PATH)])
  expect(left.map(({ status }) => status).sort()).toEqual([303, 422])
  expect(paired()).toBe(1)
})

test('sent twice it ends one pairing, and the second is a stranger’s', async () => {
  const { cida, paired, atos, browser } = await open()
  const cookie = cida.cookie()
  await cida.post(PATH)
  const again = browser()
  again.steal(cookie)
  expect((await again.post(PATH)).status).toBe(404)
  expect([paired(), atos().length]).toEqual([1, 1])
})
