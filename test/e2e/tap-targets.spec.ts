import { expect, test, type Cookie } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { startLongestWords, type LongestWords } from '../support/longest-words.ts'
import { standStill } from '../support/screen.ts'
import { smallTargets } from '../support/tap-targets.ts'

let server: LongestWords
let cookies: Cookie[]

test.describe.configure({ timeout: 180_000 })

test.beforeAll(async ({ browser }) => {
  server = await startLongestWords()
  const page = await browser.newPage()
  await page.goto(server.url + server.convite)
  await page.getByRole('button', { name: 'ENTRAR' }).click()
  await page.waitForURL('**/painel')
  cookies = await page.context().cookies()
  await page.close()
})

test.afterAll(() => server.stop())

/** The board's pages, and those of the team's entrance. */
const ROUTES = readdirSync('app/routes')
  .filter((file) => /^(painel|equipe)/.test(file))
  .filter((file) => readFileSync(`app/routes/${file}`, 'utf8').includes('export default'))
  .map((file) => file.replace('.tsx', ''))

for (const route of ROUTES) {
  test(`${route} has nothing to tap smaller than 44 pixels, its folds open`, async ({ page, context }) => {
    if (route.startsWith('painel')) await context.addCookies(cookies)
    await standStill(page)
    const small: string[] = []
    for (const path of server.pages[route] ?? []) {
      await page.goto(server.url + path)
      for (const details of await page.locator('details').all())
        await details.evaluate((element: HTMLDetailsElement) => (element.open = true))
      for (const [width, height] of [
        [360, 740],
        [820, 1180],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height })
        small.push(...(await smallTargets(page)).map((told) => `${path} at ${width}: ${told}`))
      }
    }
    expect([...new Set(small)]).toEqual([])
  })
}
