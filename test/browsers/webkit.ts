import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until, type Engine, type Role } from './convidado.ts'
import { freePort } from '../support/process.ts'

const below = (place: string) =>
  existsSync(place) ? readdirSync(place).map((name) => join(place, name)) : []

/** WebKitGTK's own browser, in the library's folder; null when it is not installed. */
export function findMiniBrowser(): string | null {
  const places = below('/usr/lib')
    .filter((place) => place.endsWith('-linux-gnu'))
    .flatMap(below)
  const browsers = places.flatMap((place) =>
    place.includes('/webkit2gtk-4') ? [join(place, 'MiniBrowser')] : [],
  )
  return browsers.find((path) => existsSync(path)) ?? null
}

/** WebKit on a screen that exists only in memory. */
export type WebKit = Awaited<ReturnType<typeof startWebKit>>

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}

/** How long pages that are opened together take to load. */
const SETTLED_MS = 4_000

const scripts = (isScripted: boolean) => `--enable-javascript=${String(isScripted)}`

/** @param browser the path from {@link findMiniBrowser} */
export async function startWebKit(browser: string) {
  const home = mkdtempSync(join(tmpdir(), 'convites-webkit-'))
  // Its toolbar would make the window wider than a phone.
  const gtk = join(home, '.config/gtk-3.0')
  mkdirSync(gtk, { recursive: true })
  writeFileSync(join(gtk, 'gtk.css'), 'button, entry { min-width: 0; padding: 0 }')
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const numbers = screen.stdio[3]
  if (!numbers) throw new Error('no pipe')
  const [display] = (await once(numbers, 'data')) as [Buffer]
  const env = { ...process.env, HOME: home, DISPLAY: `:${display.toString().trim()}`, GDK_BACKEND: 'x11' }
  const pages: Engine<string>[] = []

  return {
    openPage: async (isScripted: boolean) => {
      const page = await openWebKitPage(env, {
        browserName: 'MiniBrowser',
        // It does not exist, and gets every request that is not for this computer.
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
    /**
     * Opens all addresses and returns the console, which WebDriver does not give, some time after `marker`
     * appears in it.
     */
    readConsole: async (isScripted: boolean, urls: string[], marker: RegExp) => {
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
    stop: async () => {
      for (const page of pages) await page.close()
      await end(screen)
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/**
 * How long a command may take. WebKit now and then loses the answer to one while one page is replaced by the
 * next: `until` repeats a command that only looks, and any other fails with its name.
 */
const COMMAND_MS = 15_000

/** How many drivers are tried for a page: one in some hundreds never says that its browser has started. */
const DRIVERS = 3

/** WebKitWebDriver, with everything it starts. */
interface Driver {
  send: Send
  stop: () => Promise<void>
}

async function startDriver(env: NodeJS.ProcessEnv): Promise<Driver> {
  const port = await freePort()
  // In a process group of its own: killing a driver that hangs kills its browser too.
  const child = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore', detached: true })
  const { pid } = child
  if (pid === undefined) throw new Error('WebKitWebDriver did not start')
  const ended = once(child, 'exit')
  const send: Send = async <Result>(method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(COMMAND_MS),
    }).catch((cause: unknown) => {
      throw new Error(`${method} ${path} ${JSON.stringify(body ?? {})}: no answer`, { cause })
    })
    const { value } = (await response.json()) as { value: Result }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL')
    await ended
  }
  try {
    await until('WebKitWebDriver', async () => (await send<{ ready: boolean }>('GET', '/status')).ready)
  } catch (error) {
    await stop()
    throw error
  }
  return { send, stop }
}

/** A page with a driver of its own, which ends with the page. @param capabilities of the browser */
export async function openWebKitPage(env: NodeJS.ProcessEnv, capabilities: object): Promise<Engine<string>> {
  for (let left = DRIVERS - 1; ; left--) {
    const { send, stop } = await startDriver(env)
    try {
      return { ...(await openWebDriverPage(send, capabilities)), close: stop }
    } catch (error) {
      await stop()
      if (left === 0) throw error
    }
  }
}

/** Sends a WebDriver command. */
export type Send = <Result>(method: string, path: string, body?: object) => Promise<Result>

/** Where to look for an element of a role; the browser itself gives its role and name. */
const CANDIDATES: Record<Role, string> = {
  link: 'a[href]',
  button: 'button',
  heading: 'h1, h2',
  textbox: 'input:not([type=hidden]), textarea',
  searchbox: 'input[type=search]',
  alertdialog: 'dialog[open]',
  group: '[role=group]',
}

/** The key that holds an element in WebDriver's answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** WebDriver's code for the Return key. */
const RETURN = '\uE006'

/** Errors of this document since the last call. The first call in a document starts to listen. */
const LISTEN = `
  if (!window.heard) {
    window.heard = []
    addEventListener('error', ({ message }) => heard.push(message))
    addEventListener('unhandledrejection', ({ reason }) => heard.push(String(reason)))
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => heard.push(effectiveDirective))
    for (const level of ['error', 'warn']) console[level] = (...words) => heard.push(words.join(' '))
  }
  return heard.splice(0)`

/**
 * Brings an element into the middle of the window, where no edge hides it. Answers its place, or null while a
 * click would miss it: fonts that are still loading move it, and something may cover it.
 */
const SETTLE = `
  const element = arguments[0]
  element.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  const isHit = hit !== null && (element.contains(hit) || hit.contains(element))
  return isHit && document.fonts.status === 'loaded' ? [left, top, width, height].join() : null`

/**
 * How long the driver waits for a page to load after a command: now and then WebKit never says that it has
 * loaded.
 */
const LOAD_MS = 10_000

/** Ignores a load time-out. After a click or an address the test waits for what it wants to see anyway. */
function unlessLoading(error: unknown): void {
  if (!(error instanceof Error && error.message.includes('"error":"timeout"'))) throw error
}

/** A page in a session of its own, in a browser that speaks WebDriver. It ends with its driver. */
export async function openWebDriverPage(
  send: Send,
  capabilities: object,
): Promise<Omit<Engine<string>, 'close'>> {
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { ...capabilities, timeouts: { pageLoad: LOAD_MS } } },
  })
  const session = `/session/${sessionId}`
  const at = (element: string) => `${session}/element/${element}`
  const run = <Result>(script: string) =>
    send<Result>('POST', `${session}/execute/sync`, { script, args: [] })
  const complaints: string[] = []
  await send('POST', `${session}/window/rect`, { width: 400, height: 800 })

  return {
    async open(url) {
      await send('POST', `${session}/url`, { url }).catch(unlessLoading)
    },
    async reload() {
      await send('POST', `${session}/refresh`, {}).catch(unlessLoading)
    },
    async resize(width) {
      await send('POST', `${session}/window/rect`, { width, height: 800 })
    },
    async back() {
      await send('POST', `${session}/back`, {}).catch(unlessLoading)
    },
    async print() {
      return Buffer.from(await send<string>('POST', `${session}/print`, { background: true }), 'base64')
    },
    async find(role, name) {
      complaints.push(...(await run<string[]>(LISTEN)))
      const found = await send<Record<string, string>[]>('POST', `${session}/elements`, {
        using: 'css selector',
        value: CANDIDATES[role],
      })
      const elements: string[] = []
      for (const { [ELEMENT]: element = '' } of found) {
        // An element that is not shown has neither role nor name.
        const told = Promise.all(
          ['role', 'label'].map((what) => send<string>('GET', `${at(element)}/computed${what}`)),
        )
        const [itsRole, itsName = ''] = await told.catch(() => [])
        if (itsRole === role && (name === null || itsName.trim() === name)) elements.push(element)
      }
      return elements
    },
    async select(css, text) {
      const found = await send<Record<string, string>[]>('POST', `${session}/elements`, {
        using: 'css selector',
        value: css,
      })
      const elements: string[] = []
      for (const { [ELEMENT]: element = '' } of found) {
        const shown = text === null ? null : (await send<string>('GET', `${at(element)}/text`)).trim()
        if (shown === text) elements.push(element)
      }
      return elements
    },
    async click(element) {
      const ask = { script: SETTLE, args: [{ [ELEMENT]: element }] }
      let before: string | null = null
      await until('the element stands still', async () => {
        const now = await send<string | null>('POST', `${session}/execute/sync`, ask)
        const isStill = now !== null && now === before
        before = now
        return isStill
      })
      await send('POST', `${at(element)}/click`, {}).catch(unlessLoading)
    },
    async type(element, text) {
      await send('POST', `${at(element)}/clear`, {})
      await send('POST', `${at(element)}/value`, { text: text.replaceAll('\n', RETURN) })
    },
    async pick(element, value) {
      const args = [{ [ELEMENT]: element }, value]
      await send('POST', `${session}/execute/sync`, { script: 'arguments[0].value = arguments[1]', args })
    },
    upload: (element, path) => send('POST', `${at(element)}/value`, { text: path }),
    valueOf: (element) => send('GET', `${at(element)}/property/value`),
    ask: (expression) => run(`return ${expression}`),
    text: () => run('return document.body.innerText'),
    url: () => send('GET', `${session}/url`),
    files: () => run(`return performance.getEntriesByType('resource').map(({ name }) => name)`),
    complaints: () => complaints,
  }
}
