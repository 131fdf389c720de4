import { expect, test } from 'vitest'
import { ROUTES } from '../../../server/route-table.ts'
import { openEquipe } from '../../support/equipe.ts'
import { anEmpresa } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { storeConvidados } from '../../support/many-convidados.ts'
import { startApp } from '../../support/remix.ts'

test('while no event is described no page fails, and none tells the day that stands in its place', async () => {
  const app = await startApp(undefined, { EVENTO: '' })
  app.store.empresas.set('serra', anEmpresa({ empresaid: 'serra' }))
  const equipe = await openEquipe(app)
  const pages = ROUTES.filter(({ file, path }) => file?.startsWith('app/') && !/[:*]/.test(path))
  for (const path of ['/serra', '/painel/empresas/serra', ...pages.map(({ path }) => path)]) {
    const response = await equipe.get(path)
    expect(response.status, path).toBeLessThan(500)
    expect(readText(await response.text()), path).not.toMatch(
      /Invalid|NaN|Infinity|1 de janeiro|2100|faltam \d/,
    )
  }
})

test('while no event is described a credencial has no picture, and no queue has anything to be sent', async () => {
  const app = await startApp(undefined, { EVENTO: '' })
  const [id = ''] = await storeConvidados(app.services, ['ANA LIMA'])
  const picture = await app.browser().get(`/c/${app.services.tokenOf(id, 0)}/convite.png`)
  expect([picture.status, await picture.text()]).toEqual([404, expect.stringContaining('Não encontramos')])
  const equipe = await openEquipe(app)
  for (const fila of ['mesa', 'pessoal', 'lembrete', 'mudanca', 'certificado']) {
    const text = readText(await (await equipe.get(`/painel/envios?fila=${fila}`)).text())
    expect(text, fila).toContain('Nenhum evento está descrito: ainda não há')
  }
})
