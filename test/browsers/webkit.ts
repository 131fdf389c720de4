import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until, type Engine } from './convidado.ts'
import { openWebKitPage } from './webkit-driver.ts'

const below = (place: string) =>
  existsSync(place) ? readdirSync(place).map((name) => join(place, name)) : []

/** WebKitGTK's own browser, which lies beside the library; null where it is not installed. */
export function findMiniBrowser(): string | null {
  const places = below('/usr/lib')
    .filter((place) => place.endsWith('-linux-gnu'))
    .flatMap(below)
  const browsers = places.flatMap((place) =>
    place.includes('/webkit2gtk-4') ? [join(place, 'MiniBrowser')] : [],
  )
  return browsers.find((path) => existsSync(path)) ?? null
}

/** WebKit on a screen that is only in memory. */
export interface WebKit {
  openPage: (isScripted: boolean) => Promise<Engine<string>>
  /** Opens all addresses and answers the console, which WebDriver does not tell, some time after `marker` stands there. */
  readConsole: (isScripted: boolean, urls: string[], marker: RegExp) => Promise<string>
  stop: () => Promise<void>
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}

/** As long as pages take to load that were opened together. */
const SETTLED_MS = 4_000

const scripts = (isScripted: boolean) => `--enable-javascript=${String(isScripted)}`

/** @param browser as {@link findMiniBrowser} tells it */
export async function startWebKit(browser: string): Promise<WebKit> {
  const home = mkdtempSync(join(tmpdir(), 'convites-webkit-'))
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const numbers = screen.stdio[3]
  if (!numbers) throw new Error('no pipe')
  const [display] = (await once(numbers, 'data')) as [Buffer]
  const env = { ...process.env, HOME: home, DISPLAY: `:${display.toString().trim()}`, GDK_BACKEND: 'x11' }
  const pages: Engine<string>[] = []

  return {
    async openPage(isScripted) {
      const page = await openWebKitPage(env, {
        browserName: 'MiniBrowser',
        // It is not there, and asked for whatever is not on this computer.
        proxy: {
          proxyType: 'manual',
          httpProxy: '127.0.0.1:9',
          sslProxy: '127.0.0.1:9',
          noProxy: ['127.0.0.1'],
        },
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation', scripts(isScripted)] },
      })
      pages.push(page)
      return page
    },
    async readConsole(isScripted, urls, marker) {
      const args = ['--enable-write-console-messages-to-stdout=true', scripts(isScripted), ...urls]
      const child = spawn(browser, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
      let told = ''
      child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()))
      try {
        await until('the console', async () => marker.test(told))
        await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
        return told
      } finally {
        await end(child)
      }
    },
    async stop() {
      for (const page of pages) await page.close()
      await end(screen)
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
