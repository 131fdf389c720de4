import { expect, test } from 'vitest'
import { startApp } from '../../support/remix.ts'
import { openTeam } from '../../support/team.ts'

test('without JavaScript the door links to nothing its role cannot open', async () => {
  const app = await startApp()
  const door = await openTeam(app, { papel: 'porta' })
  const html = await (await door.get('/porta')).text()
  expect(html).toContain('<noscript>')
  const paths = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, path = '']) => path)
  for (const path of paths) expect((await door.get(path)).status, path).toBe(200)
})
