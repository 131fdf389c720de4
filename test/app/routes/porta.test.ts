import { expect, test } from 'vitest'
import { startApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'

test('without JavaScript the door links to nothing its role cannot open', async () => {
  const app = await startApp()
  const porta = await openEquipe(app, { papel: 'porta' })
  const html = await porta.body('/porta')
  expect(html).toContain('<noscript>')
  const paths = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, path = '']) => path)
  for (const path of paths) expect((await porta.get(path)).status, path).toBe(200)
})

test('another event is another version of the service worker, whose page tells it', async () => {
  const app = await startApp()
  const scriptFor = async (titulo: string) => {
    app.services.config.evento.titulo = titulo
    return app.browser().body('/porta/sw.js')
  }
  const first = await scriptFor('A')
  expect(first).toMatch(/^const EVENTO="[0-9a-f]{16}";\n/)
  expect(await scriptFor('A')).toBe(first)
  expect(await scriptFor('B')).not.toBe(first)
})
