import type { Browser, Locator } from '@playwright/test'
import type { Engine } from './convidado.ts'

/** Whatever is not on this computer. */
const ELSEWHERE = /^https?:\/\/(?!127\.0\.0\.1|localhost)/

/** A page of Chromium, in a profile of its own, by way of Playwright. */
export async function openChromium(browser: Browser, isScripted: boolean): Promise<Engine<Locator>> {
  const page = await browser.newPage({ javaScriptEnabled: isScripted })
  const complaints: string[] = []
  // No test leaves this computer.
  await page.route(ELSEWHERE, (route) => route.fulfill({ body: 'elsewhere' }))
  page.on('console', (message) => {
    // The browser tells the status of an error by itself; the page adds nothing.
    const isStatus = /responded with a status of (404|409|410|422)/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !isStatus) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return {
    async open(url) {
      await page.goto(url)
    },
    async reload() {
      await page.reload()
    },
    async back() {
      await page.goBack()
    },
    find: (role, name) => page.getByRole(role, name === null ? {} : { name, exact: true }).all(),
    async select(css, text) {
      const all = await page.locator(css).all()
      const texts = await Promise.all(all.map((one) => one.innerText()))
      return all.filter((_, index) => text === null || texts[index]?.trim() === text)
    },
    click: (element) => element.click(),
    async type(element, text) {
      await element.fill('')
      await element.pressSequentially(text)
    },
    pick: (element, value) => element.fill(value),
    upload: (element, path) => element.setInputFiles(path),
    valueOf: (element) => element.inputValue(),
    ask: (expression) => page.evaluate<string>(expression),
    text: () => page.locator('body').innerText(),
    url: async () => page.url(),
    print: () => page.pdf({ preferCSSPageSize: true, printBackground: true }),
    files: () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
    complaints: () => complaints,
    close: () => page.context().close(),
  }
}
