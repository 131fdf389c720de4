import { expect, test } from 'vitest'
import { ROUTES } from '../../../server/route-table.ts'
import { openEquipe } from '../../support/equipe.ts'
import { anEmpresa } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { storeConvidados } from '../../support/many-convidados.ts'
import { startApp } from '../../support/remix.ts'

test('while no event is described no page fails, and none tells the day that stands in its place', async () => {
  const app = await startApp(undefined, { EVENTO: '' })
  app.store.put('empresas', anEmpresa({ empresaid: 'serra' }))
  const equipe = await openEquipe(app)
  const pages = ROUTES.filter(({ id, path }) => id !== null && !/[:*]/.test(path))
  for (const path of ['/serra', '/painel/empresas/serra', ...pages.map(({ path }) => path)]) {
    const response = await equipe.get(path)
    expect(response.status, path).toBeLessThan(500)
    // No page shows the placeholder day either.
    expect(readText(await response.text()), path).not.toMatch(
      /Invalid|NaN|Infinity|2100|faltam \d|1 de janeiro|1\/1/,
    )
  }
})

test('while no event is described a credencial has no picture, and no queue has anything to be sent', async () => {
  const app = await startApp(undefined, { EVENTO: '' })
  const [id = ''] = await storeConvidados(app.services, ['ANA LIMA'])
  const picture = await app.browser().get(`/c/${app.services.tokenOf(id, 0)}/convite.png`)
  expect([picture.status, await picture.text()]).toEqual([404, expect.stringContaining('Não encontramos')])
  const equipe = await openEquipe(app)
  for (const fila of ['mesa', 'pessoal', 'relance', 'lembrete', 'mudanca', 'certificado']) {
    const text = await equipe.text(`/painel/envios?fila=${fila}`)
    expect(text, fila).toContain('Nenhum evento está descrito: ainda não há')
  }
})

test('while no event is described there is no day to erase by, and nothing is too early', async () => {
  const app = await startApp(undefined, { EVENTO: '' })
  const equipe = await openEquipe(app)
  const text = await equipe.text('/painel/expurgo')
  expect(text).toContain('Nenhum evento está descrito: não há prazo.')
  expect(text).not.toContain('antes do prazo')
  expect((await equipe.post('/painel/expurgo', { palavra: 'APAGAR' })).status).toBe(303)
  expect(app.store.all('aparelhos').map(({ nome }) => nome)).toEqual([''])
})
