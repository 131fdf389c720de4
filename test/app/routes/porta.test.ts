import { expect, test } from 'vitest'
import { startApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'

test('without JavaScript the door links to nothing its role cannot open', async () => {
  const app = await startApp()
  const porta = await openEquipe(app, { papel: 'porta' })
  const html = await (await porta.get('/porta')).text()
  expect(html).toContain('<noscript>')
  const paths = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, path = '']) => path)
  for (const path of paths) expect((await porta.get(path)).status, path).toBe(200)
})
