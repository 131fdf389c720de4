import type { Bidi, Element } from './bidi.ts'
import type { Engine } from './convidado.ts'

/** What WebDriver calls these keys. */
const CONTROL = '\uE009'
const DELETE = '\uE017'

const press = (keys: string[]) =>
  keys.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])

/** Firefox never answers a question about a page that goes meanwhile; it is asked again. */
const QUESTION_MS = 3_000

/** Firefox once lost a touch just after a scroll: it may be sent where the element was painted last. */
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

/** A page in a profile of its own, of a browser that speaks WebDriver BiDi. */
export async function openBidiPage(bidi: Bidi): Promise<Engine<Element>> {
  const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext')
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', {
    type: 'tab',
    userContext,
  })
  await bidi.send('browsingContext.setViewport', { context, viewport: { width: 360, height: 740 } })

  const perform = (id: string, type: string, actions: object[]) =>
    bidi.send<unknown>('input.performActions', { context, actions: [{ id, type, actions }] })
  // In a realm of our own, which runs though the page's scripts do not.
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
