import type { Browser } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { openChromium } from './chromium.ts'
import { startFirefox } from './firefox.ts'
import { convidadoAt, type Convidado } from './convidado.ts'
import { findMiniBrowser, startWebKit } from './webkit.ts'

/** A browser that was started. */
export interface Started {
  /** A guest of its own, without cookies. */
  invite: (origin: string) => Promise<Convidado>
  stop: () => Promise<void>
}

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0
const MINI_BROWSER = findMiniBrowser()

/** The package a browser lacks; null when all is there. */
export const MISSING = {
  chromium: null,
  firefox: isInstalled('firefox-esr') ? null : 'firefox-esr',
  webkit:
    MINI_BROWSER && isInstalled('WebKitWebDriver') && isInstalled('Xvfb') ? null : 'webkit2gtk-driver xvfb',
}

export type BrowserName = keyof typeof MISSING

/** WebKit with its console written down, for pages that are only loaded. */
export const startMiniBrowser = () => startWebKit(MINI_BROWSER ?? '')

/** Starts an engine; Playwright has started Chromium already. */
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
