import { spawnSync } from 'node:child_process'
import type { Browser, Locator } from '@playwright/test'
import { startFirefox } from './firefox.ts'
import { convidadoAt, type Convidado, type Engine } from './convidado.ts'
import { findMiniBrowser, startWebKit } from './webkit.ts'

/** A browser that was started. */
export interface Started {
  /** A new guest without cookies. */
  invite: (origin: string) => Promise<Convidado>
  stop: () => Promise<void>
}

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0
const MINI_BROWSER = findMiniBrowser()

/** The package a browser lacks, or null. */
export const MISSING = {
  chromium: null,
  firefox: isInstalled('firefox-esr') ? null : 'firefox-esr',
  webkit:
    MINI_BROWSER && isInstalled('WebKitWebDriver') && isInstalled('Xvfb') ? null : 'webkit2gtk-driver xvfb',
}

export type BrowserName = keyof typeof MISSING

/** WebKit with its console written out, for pages that are only loaded. */
export const startMiniBrowser = () => startWebKit(MINI_BROWSER ?? '')

/** Starts an engine; Playwright has already started Chromium. */
export async function startBrowser(
  name: BrowserName,
  isScripted: boolean,
  chromium: Browser,
): Promise<Started> {
  switch (name) {
    case 'chromium':
      return {
        invite: async (origin) => convidadoAt(await openChromium(chromium, isScripted), origin),
        stop: async () => {},
      }
    case 'firefox': {
      const { openPage, stop } = await startFirefox(isScripted)
      return { invite: async (origin) => convidadoAt(await openPage(), origin), stop }
    }
    case 'webkit': {
      const { openPage, stop } = await startMiniBrowser()
      return { invite: async (origin) => convidadoAt(await openPage(isScripted), origin), stop }
    }
    default:
      return name satisfies never
  }
}

/** Any address that is not on this computer. */
const ELSEWHERE = /^https?:\/\/(?!127\.0\.0\.1|localhost)/

/** A page of Chromium in a profile of its own, through Playwright. */
export async function openChromium(browser: Browser, isScripted: boolean): Promise<Engine<Locator>> {
  const page = await browser.newPage({ javaScriptEnabled: isScripted })
  const complaints: string[] = []
  // No test leaves this computer.
  await page.route(ELSEWHERE, (route) => route.fulfill({ body: 'elsewhere' }))
  page.on('console', (message) => {
    // The browser itself logs the status of an error page; the page adds nothing.
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
    resize: (width) => page.setViewportSize({ width, height: 740 }),
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
