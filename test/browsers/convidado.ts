/** The roles that occur in the journeys, as assistive technology reads them. */
export type Role = 'link' | 'button' | 'heading' | 'textbox' | 'searchbox' | 'alertdialog' | 'group'

/** What an engine can do with one page; `Handle` is its type for an element. */
export interface Engine<Handle> {
  open: (url: string) => Promise<void>
  /** Reloads the page, as the browser's own button does. */
  reload: () => Promise<void>
  /** Makes the page this many pixels wide. */
  resize: (width: number) => Promise<void>
  /** Goes back in the history, as the browser's own button does. */
  back: () => Promise<void>
  /**
   * The elements that now have this role and this whole name, by the browser's own account; null is any name.
   */
  find: (role: Role, name: string | null) => Promise<Handle[]>
  /**
   * The elements of a selector that now show this whole text; null is any text. For what has no role of its
   * own.
   */
  select: (css: string, text: string | null) => Promise<Handle[]>
  click: (element: Handle) => Promise<void>
  /** Types a text into a field, in place of what is there. */
  type: (element: Handle, text: string) => Promise<void>
  /** Sets a date or time field, as `2099-09-16` or `19:30`: its keys differ between browsers. */
  pick: (element: Handle, value: string) => Promise<void>
  /** Chooses a file on this computer for a field. */
  upload: (element: Handle, path: string) => Promise<void>
  valueOf: (element: Handle) => Promise<string>
  /** Evaluates an expression in the page, as text. */
  ask: (expression: string) => Promise<string>
  /** The text to read on the page. */
  text: () => Promise<string>
  url: () => Promise<string>
  /** The page as this browser prints it: a PDF in whatever size the page sets. */
  print: () => Promise<Buffer>
  /** The files the page has loaded, by address. */
  files: () => Promise<string[]>
  /** What the browser complained of so far: errors, warnings, and what the page's policy blocked. */
  complaints: () => string[]
  close: () => Promise<void>
}

/** A person at a browser, who waits for what is not there yet. */
export type Convidado = ReturnType<typeof convidadoAt>

const PATIENCE_MS = 30_000
const PAUSE_MS = 50

/** Asks until the answer is yes. An engine may answer nonsense while one page is replaced by the next. */
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
    resize: engine.resize,
    // Firefox may not have put the page it has just come to into its history yet.
    back: () => until('the page before', () => engine.back().then(() => true)),
    /** How many elements of a selector there are now. */
    count: async (css: string) => (await engine.select(css, null)).length,
    click: async (role: Role, name: string | null) => engine.click(await the(role, name)),
    type: async (label: string, text: string) => engine.type(await the('textbox', label), text),
    /** Sets the date or time field of a selector. */
    pick: async (css: string, value: string) => engine.pick(await shown(css, null), value),
    /** Types into a search field. */
    search: async (label: string, text: string) => engine.type(await the('searchbox', label), text),
    /** Clicks the element that shows a text: a summary of details, a choice's label. */
    tap: async (css: string, text: string | null) => engine.click(await shown(css, text)),
    /** Chooses a file for the one file field of the page. */
    upload: async (path: string) => engine.upload(await shown('input[type=file]', null), path),
    valueOf: async (label: string) => engine.valueOf(await the('textbox', label)),
    /** Types into a selector's field, whatever its label is by now. */
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
    /** Waits until the browser has left the product's pages. */
    beGone: () => until(`away from ${origin}`, async () => !(await engine.url()).startsWith(origin)),
    /** Capitals of a heading are style: a text is read in any case. */
    read: (text: string) =>
      until(text, async () => (await engine.text()).toLowerCase().includes(text.toLowerCase())),
    text: engine.text,
    /** Waits until the page has loaded a file of this name. */
    have: (file: string) => until(file, async () => (await engine.files()).some((url) => url.includes(file))),
    complaints: engine.complaints,
    leave: engine.close,
  }
}
