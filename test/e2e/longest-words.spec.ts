import { expect, test, type Cookie, type Page } from '@playwright/test'
import { startLongestWords, type LongestWords } from '../support/longest-words.ts'
import { isDrawn, routeIds } from '../support/route-files.ts'
import { besideWindow, SMALL, standStill } from '../support/screen.ts'
import { smallTargets } from '../support/tap-targets.ts'

let server: LongestWords
let cookies: Cookie[]

test.describe.configure({ timeout: 180_000 })

test.beforeAll(async ({ browser }) => {
  server = await startLongestWords()
  const page = await browser.newPage()
  await page.goto(server.url + server.convite)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL('**/painel')
  cookies = await page.context().cookies()
  await page.close()
})

test.afterAll(() => server.stop())

/** Opens everything that can be opened: the question of each act, and the board's menu. */
async function openAll(page: Page): Promise<void> {
  for (const details of await page.locator('details').all())
    await details.evaluate((element: HTMLDetailsElement) => (element.open = true))
}

/** Sizes at which everything tappable on the team's pages is large enough for a finger. */
const TAPPED = [
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
]

for (const route of routeIds().filter(isDrawn)) {
  const isOfTeam = /^(painel|equipe)/.test(route)
  const told = isOfTeam ? ', and nothing to tap is smaller than 44 pixels' : ''
  test(`${route} fits a narrow phone and large letters, the longest words in every column${told}`, async ({
    page,
    context,
  }) => {
    const paths = server.pages[route] ?? []
    expect(paths).not.toEqual([])
    if (/^(painel|porta)/.test(route)) await context.addCookies(cookies)
    await standStill(page)
    const small = new Set<string>()
    const beside: string[] = []
    for (const path of paths) {
      const response = await page.goto(server.url + path)
      expect(response?.status(), path).toBeLessThan(500)
      await openAll(page)
      for (const size of isOfTeam ? TAPPED : []) {
        await page.setViewportSize(size)
        for (const told of await smallTargets(page)) small.add(`${path} at ${size.width}: ${told}`)
      }
      for (const size of SMALL)
        beside.push(...(await besideWindow(page, size)).map((told) => `${path} at ${told}`))
    }
    expect([...small]).toEqual([])
    expect(beside).toEqual([])
  })
}
