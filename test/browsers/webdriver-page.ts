import { until, type Engine, type Role } from './convidado.ts'

/** Sends a command of WebDriver. */
export type Send = <Result>(method: string, path: string, body?: object) => Promise<Result>

/** Where an element of a role may be looked for; which role and name it has, the browser says. */
const CANDIDATES: Record<Role, string> = {
  link: 'a[href]',
  button: 'button',
  heading: 'h1, h2',
  textbox: 'input:not([type=hidden]), textarea',
  searchbox: 'input[type=search]',
  alertdialog: 'dialog[open]',
  group: '[role=group]',
}

/** The key under which WebDriver tells an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** The key that begins a line. */
const RETURN = '\uE006'

/** Errors of this document since it was last asked. The first time in a document it begins to listen. */
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
 * Brings an element into the middle of the window, where no edge hides it, and answers where it stands, or null while a
 * click would miss it: fonts that are still to come move it, and something may lie over it.
 */
const SETTLE = `
  const element = arguments[0]
  element.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  const isHit = hit !== null && (element.contains(hit) || hit.contains(element))
  return isHit && document.fonts.status === 'loaded' ? [left, top, width, height].join() : null`

/** As long as the driver waits for a page to load after a command: now and then WebKit never tells it that it has. */
const LOAD_MS = 10_000

/** What follows a click or an address waits for what it wants to see; the driver's own waiting may end for nothing. */
function unlessLoading(error: unknown): void {
  if (!(error instanceof Error && error.message.includes('"error":"timeout"'))) throw error
}

/** A page in a session of its own, of a browser that speaks WebDriver. It ends with its driver. */
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
        // An element that is not shown has neither.
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
