import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import WebSocket from 'ws'
import type { Engine } from './convidado.ts'

/** Firefox without a window. */
export type Firefox = Awaited<ReturnType<typeof startFirefox>>

/** A proxy that does not exist, for anything that is not on this computer. */
const NOWHERE_ELSE = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
}

/**
 * Starts Firefox with a profile of its own. With `isScripted` false, its pages run no scripts.
 * @param chosen preferences that somebody set in about:config
 */
export async function startFirefox(isScripted: boolean, chosen: Record<string, boolean> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'convites-firefox-'))
  const prefs = { 'javascript.enabled': isScripted, ...NOWHERE_ELSE, ...chosen }
  const lines = Object.entries(prefs).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(home, 'user.js'), lines.join(''))
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', home]
  const child = spawn('firefox-esr', args, {
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const [, found] = /listening on (ws:\S+)/.exec(printed) ?? []
      if (found !== undefined) resolve(`${found}/session`)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`Firefox ended: ${printed}`)))
  })
  const bidi = await connectBidi(address)
  await bidi.send('session.new', { capabilities: {} })
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
  return {
    openPage: () => openBidiPage(bidi),
    stop: async () => {
      bidi.close()
      if (child.exitCode === null && child.signalCode === null) {
        child.kill()
        await once(child, 'exit')
      }
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** An element in WebDriver BiDi. */
export interface Element {
  sharedId: string
}

/** An incoming message: an answer to a command, or a line of a page's console. */
type BidiMessage =
  | { type: 'success'; id: number; result: unknown }
  | { type: 'error'; id: number; error: string; message: string }
  | {
      type: 'event'
      method: string
      params: { level: string; text: string | null; source: { context?: string } }
    }

/** A connection to a browser that speaks WebDriver BiDi. */
/** Firefox complains of a font that was on its way when the page was left: NS_BINDING_ABORTED. */
const LEFT = 'status=2152398850'

export type Bidi = Awaited<ReturnType<typeof connectBidi>>

export async function connectBidi(address: string) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (message: BidiMessage) => void>()
  const complaints: { context: string | undefined; text: string }[] = []
  let last = 0
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as BidiMessage
    if (message.type !== 'event') {
      waiting.get(message.id)?.(message)
      waiting.delete(message.id)
    } else if (['error', 'warn'].includes(message.params.level)) {
      const { text: said, source } = message.params
      const text = said ?? ''
      if (!text.includes(LEFT)) complaints.push({ context: source.context, text })
    }
  })
  return {
    /** @throws Error with the browser's message when it refuses, or when it does not answer in time */
    send: <Result>(method: string, params: object = {}, patienceMs = 60_000) =>
      new Promise<Result>((resolve, reject) => {
        const id = ++last
        const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), patienceMs)
        waiting.set(id, (message) => {
          clearTimeout(timer)
          if (message.type === 'error') reject(new Error(`${method}: ${message.error}: ${message.message}`))
          else if (message.type === 'success') resolve(message.result as Result)
        })
        socket.send(JSON.stringify({ id, method, params }))
      }),
    /** Errors and warnings of one page's console, including what its policy blocked. */
    complaintsOf: (context: string) =>
      complaints.filter((each) => each.context === context).map(({ text }) => text),
    close: () => socket.terminate(),
  }
}

/** WebDriver's codes for these keys. */
const CONTROL = '\uE009'
const DELETE = '\uE017'

const press = (keys: string[]) =>
  keys.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])

/** Firefox never answers a question about a page that is left meanwhile, so the question is asked again. */
const QUESTION_MS = 3_000

/** Firefox once lost a touch just after a scroll: it may go to where the element was painted last. */
const SCROLL_TO = `(element) => {
  const { top } = element.getBoundingClientRect()
  element.scrollIntoView({ block: "center" })
  return element.getBoundingClientRect().top === top ? "there" : "moved"
}`
const PAINT_MS = 100

interface Answer {
  result: { value: string }
}

interface Found {
  nodes: Element[]
}

/** A page in a profile of its own, in a browser that speaks WebDriver BiDi. */
export async function openBidiPage(bidi: Bidi): Promise<Engine<Element>> {
  const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext')
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', {
    type: 'tab',
    userContext,
  })
  const resize = async (width: number) => {
    await bidi.send('browsingContext.setViewport', { context, viewport: { width, height: 740 } })
  }
  await resize(360)

  const perform = (id: string, type: string, actions: object[]) =>
    bidi.send<unknown>('input.performActions', { context, actions: [{ id, type, actions }] })
  // In a realm of our own, which runs even when the page's scripts do not.
  const ask = async (functionDeclaration: string, ...elements: Element[]) => {
    const target = { context, sandbox: 'journeys' }
    const params = { functionDeclaration, arguments: elements, awaitPromise: false, target }
    const { result } = await bidi.send<Answer>('script.callFunction', params, QUESTION_MS)
    return result.value
  }
  const click = async (element: Element) => {
    if ((await ask(SCROLL_TO, element)) === 'moved')
      await new Promise((resolve) => setTimeout(resolve, PAINT_MS))
    await perform('finger', 'pointer', [
      { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }

  return {
    async open(url) {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async reload() {
      await bidi.send('browsingContext.reload', { context, wait: 'complete' })
    },
    resize,
    async back() {
      await bidi.send('browsingContext.traverseHistory', { context, delta: -1 })
    },
    async find(role, name) {
      const locator = { type: 'accessibility', value: { role, ...(name !== null && { name }) } }
      const params = { context, locator }
      const { nodes } = await bidi.send<Found>('browsingContext.locateNodes', params, QUESTION_MS)
      return nodes.map(({ sharedId }) => ({ sharedId }))
    },
    async select(css, text) {
      const params = { context, locator: { type: 'css', value: css } }
      const { nodes } = await bidi.send<Found>('browsingContext.locateNodes', params, QUESTION_MS)
      const found: Element[] = []
      for (const { sharedId } of nodes) {
        const shown = text === null ? null : await ask('(element) => element.innerText.trim()', { sharedId })
        if (shown === text) found.push({ sharedId })
      }
      return found
    },
    click,
    async type(element, text) {
      await click(element)
      const all = [{ type: 'keyDown', value: CONTROL }, ...press(['a']), { type: 'keyUp', value: CONTROL }]
      await perform('keys', 'key', [...all, ...press([DELETE, ...Array.from(text)])])
    },
    async pick(element, value) {
      await ask(`(input) => (input.value = ${JSON.stringify(value)})`, element)
    },
    async upload(element, path) {
      await bidi.send('input.setFiles', { context, element, files: [path] })
    },
    valueOf: (element) => ask('(input) => input.value', element),
    ask: (expression) => ask(`() => ${expression}`),
    text: () => ask('() => document.body.innerText'),
    url: () => ask('() => location.href'),
    async print() {
      const margin = { top: 0, bottom: 0, left: 0, right: 0 }
      const params = { context, background: true, margin, shrinkToFit: false }
      const { data } = await bidi.send<{ data: string }>('browsingContext.print', params)
      return Buffer.from(data, 'base64')
    },
    async files() {
      const names = `performance.getEntriesByType('resource').map(({ name }) => name)`
      return (await ask(`() => ${names}.join(' ')`)).split(' ')
    },
    complaints: () => bidi.complaintsOf(context),
    async close() {
      await bidi.send('browser.removeUserContext', { userContext })
    },
  }
}
