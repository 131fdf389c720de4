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
export type Convidado = ReturnType<typeof convidadoAt>

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
export function convidadoAt<Handle>(engine: Engine<Handle>, origin: string) {
  const first = async (what: string, look: () => Promise<Handle[]>): Promise<Handle> => {
    let found: Handle | undefined
    await until(what, async () => {
      found = (await look())[0]
      return found !== undefined
    })
    return found as Handle
  }
  const the = (role: Role, name: string | null) =>
    first(`${role} ${name ?? ''}`, () => engine.find(role, name))
  const shown = (css: string, text: string | null) =>
    first(`${css} ${text ?? ''}`, () => engine.select(css, text))
  return {
    open: (path: string) => engine.open(origin + path),
    reload: engine.reload,
    // Firefox may not yet have the page it has just come to in its history.
    back: () => until('the page before', () => engine.back().then(() => true)),
    /** How many elements of a selector there are now. */
    count: async (css: string) => (await engine.select(css, null)).length,
    click: async (role: Role, name: string | null) => engine.click(await the(role, name)),
    type: async (label: string, text: string) => engine.type(await the('textbox', label), text),
    /** Puts a day or an hour into the field of a selector. */
    pick: async (css: string, value: string) => engine.pick(await shown(css, null), value),
    /** Types into the field of a search. */
    search: async (label: string, text: string) => engine.type(await the('searchbox', label), text),
    /** Clicks what shows a text: the summary of details, the label of a choice. */
    tap: async (css: string, text: string | null) => engine.click(await shown(css, text)),
    /** Puts a file into the one field of the page that takes files. */
    upload: async (path: string) => engine.upload(await shown('input[type=file]', null), path),
    valueOf: async (label: string) => engine.valueOf(await the('textbox', label)),
    /** Types into the field of a selector, whatever its label became. */
    fill: async (css: string, text: string) => engine.type(await shown(css, null), text),
    ask: engine.ask,
    async see(role: Role, name: string) {
      await the(role, name)
    },
    seeNo: (role: Role) => until(`no ${role}`, async () => (await engine.find(role, null)).length === 0),
    /** Waits until the page has this address, without the origin. */
    arriveAt: (path: string | RegExp) =>
      until(`address ${String(path)}`, async () => {
        const { pathname } = new URL(await engine.url())
        return typeof path === 'string' ? pathname === path : path.test(pathname)
      }),
    /** The address of the page now, without the origin. */
    path: async () => new URL(await engine.url()).pathname,
    /** Waits until the page is none of the product's. */
    beGone: () => until(`away from ${origin}`, async () => !(await engine.url()).startsWith(origin)),
    read: (text: string) => until(text, async () => (await engine.text()).includes(text)),
    text: engine.text,
    /** Waits until the page has loaded a file of this name. */
    have: (file: string) => until(file, async () => (await engine.files()).some((url) => url.includes(file))),
    complaints: engine.complaints,
    leave: engine.close,
  }
}
