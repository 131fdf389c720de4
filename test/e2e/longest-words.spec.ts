import { expect, test, type Cookie, type Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { startLongestWords, type LongestWords } from '../support/longest-words.ts'
import { besideWindow, SMALL, standStill } from '../support/screen.ts'

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

const ROUTES = readdirSync('app/routes')
  .filter((file) => readFileSync(`app/routes/${file}`, 'utf8').includes('export default'))
  .map((file) => file.replace('.tsx', ''))

/** Everything that opens is open: what an act asks, and on the board the menu. */
async function openAll(page: Page): Promise<void> {
  for (const details of await page.locator('details').all())
    await details.evaluate((element: HTMLDetailsElement) => (element.open = true))
}

for (const route of ROUTES) {
  test(`${route} fits a narrow phone and large letters, the longest words in every column`, async ({
    page,
    context,
  }) => {
    const paths = server.pages[route] ?? []
    expect(paths).not.toEqual([])
    if (/^(painel|porta)/.test(route)) await context.addCookies(cookies)
    await standStill(page)
    const beside: string[] = []
    for (const path of paths) {
      const response = await page.goto(server.url + path)
      expect(response?.status(), path).toBeLessThan(500)
      await openAll(page)
      for (const size of SMALL)
        beside.push(...(await besideWindow(page, size)).map((told) => `${path} at ${told}`))
    }
    expect(beside).toEqual([])
  })
}
