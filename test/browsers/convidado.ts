/** The roles the journeys meet, as assistive technology reads them. */
export type Role = 'link' | 'button' | 'heading' | 'textbox' | 'searchbox' | 'alertdialog' | 'group'

/** What an engine can do with one page; `Handle` is what it calls an element. */
export interface Engine<Handle> {
  open: (url: string) => Promise<void>
  /** Loads the page again, as the browser's own button does. */
  reload: () => Promise<void>
  /** Goes back in the history, as the browser's own button does. */
  back: () => Promise<void>
  /** The elements that have this role and this whole name now, as the browser itself tells both; null is any name. */
  find: (role: Role, name: string | null) => Promise<Handle[]>
  /** The elements of a selector that show this whole text now; null is any text. For what has no role of its own. */
  select: (css: string, text: string | null) => Promise<Handle[]>
  click: (element: Handle) => Promise<void>
  /** Puts a text into a field by keys, in place of what is there. */
  type: (element: Handle, text: string) => Promise<void>
  /** Puts a day or an hour into a field of its own, as `2099-09-16` or `19:30`: its keys are each browser's. */
  pick: (element: Handle, value: string) => Promise<void>
  /** Puts a file of this computer into a field. */
  upload: (element: Handle, path: string) => Promise<void>
  valueOf: (element: Handle) => Promise<string>
  /** The text that an expression of the page is worth. */
  ask: (expression: string) => Promise<string>
  /** What is read on the page. */
  text: () => Promise<string>
  url: () => Promise<string>
  /** The page as this browser prints it, a PDF of whatever size the page itself says. */
  print: () => Promise<Buffer>
  /** The files the page has loaded, by address. */
  files: () => Promise<string[]>
  /** What the browser complained of so far: errors, warnings, and what the policy of the page kept out. */
  complaints: () => string[]
  close: () => Promise<void>
}

/** A person at a browser: what is not there yet is waited for. */
export interface Convidado {
  open: (path: string) => Promise<void>
  reload: () => Promise<void>
  back: () => Promise<void>
  click: (role: Role, name: string | null) => Promise<void>
  type: (label: string, text: string) => Promise<void>
  /** Puts a day or an hour into the field of a selector. */
  pick: (css: string, value: string) => Promise<void>
  /** Types into the field of a search. */
  search: (label: string, text: string) => Promise<void>
  /** Clicks what shows a text: the summary of details, the label of a choice. */
  tap: (css: string, text: string | null) => Promise<void>
  /** How many elements of a selector there are now. */
  count: (css: string) => Promise<number>
  /** Puts a file into the one field of the page that takes files. */
  upload: (path: string) => Promise<void>
  valueOf: (label: string) => Promise<string>
  /** Types into the field of a selector, whatever its label became. */
  fill: (css: string, text: string) => Promise<void>
  /** The text that an expression of the page is worth. */
  ask: (expression: string) => Promise<string>
  see: (role: Role, name: string) => Promise<void>
  seeNo: (role: Role) => Promise<void>
  /** Waits until the page has this address, without the origin. */
  arriveAt: (path: string | RegExp) => Promise<void>
  /** The address of the page now, without the origin. */
  path: () => Promise<string>
  /** Waits until the page is none of the product's. */
  beGone: () => Promise<void>
  read: (text: string) => Promise<void>
  /** What is read on the page now. */
  text: () => Promise<string>
  /** Waits until the page has loaded a file of this name. */
  have: (file: string) => Promise<void>
  /** What the browser complained of so far. */
  complaints: () => string[]
  leave: () => Promise<void>
}

const PATIENCE_MS = 30_000
const PAUSE_MS = 50

/** Asks until the answer is yes. An engine may answer nonsense while a page goes and the next one comes. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  let last: unknown = null
  while (Date.now() < deadline) {
    try {
      if (await isSo()) return
      last = null
    } catch (err) {
      last = err
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`, { cause: last })
}

/** A guest at one page of an engine. */
export function convidadoAt<Handle>(engine: Engine<Handle>, origin: string): Convidado {
  const the = async (role: Role, name: string | null): Promise<Handle> => {
    let found: Handle | undefined
    await until(`${role} ${name ?? ''}`, async () => {
      found = (await engine.find(role, name))[0]
      return found !== undefined
    })
    return found as Handle
  }
  const shown = async (css: string, text: string | null): Promise<Handle> => {
    let found: Handle | undefined
    await until(`${css} ${text ?? ''}`, async () => {
      found = (await engine.select(css, text))[0]
      return found !== undefined
    })
    return found as Handle
  }
  return {
    open: (path) => engine.open(origin + path),
    reload: engine.reload,
    // Firefox may not yet have the page it has just come to in its history.
    back: () => until('the page before', () => engine.back().then(() => true)),
    count: async (css) => (await engine.select(css, null)).length,
    click: async (role, name) => engine.click(await the(role, name)),
    type: async (label, text) => engine.type(await the('textbox', label), text),
    pick: async (css, value) => engine.pick(await shown(css, null), value),
    search: async (label, text) => engine.type(await the('searchbox', label), text),
    tap: async (css, text) => engine.click(await shown(css, text)),
    upload: async (path) => engine.upload(await shown('input[type=file]', null), path),
    valueOf: async (label) => engine.valueOf(await the('textbox', label)),
    fill: async (css, text) => engine.type(await shown(css, null), text),
    ask: engine.ask,
    async see(role, name) {
      await the(role, name)
    },
    seeNo: (role) => until(`no ${role}`, async () => (await engine.find(role, null)).length === 0),
    arriveAt: (path) =>
      until(`address ${String(path)}`, async () => {
        const { pathname } = new URL(await engine.url())
        return typeof path === 'string' ? pathname === path : path.test(pathname)
      }),
    path: async () => new URL(await engine.url()).pathname,
    beGone: () => until(`away from ${origin}`, async () => !(await engine.url()).startsWith(origin)),
    read: (text) => until(text, async () => (await engine.text()).includes(text)),
    text: engine.text,
    have: (file) => until(file, async () => (await engine.files()).some((url) => url.includes(file))),
    complaints: engine.complaints,
    leave: engine.close,
  }
}
