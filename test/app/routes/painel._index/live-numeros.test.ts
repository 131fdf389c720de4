import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

const SCRIPT = readFileSync('app/routes/painel._index/live-numeros.js', 'utf8')

/** An element as the script uses it. */
function element(dataset: Record<string, string>) {
  const attributes = new Map<string, string>()
  return {
    dataset,
    textContent: '',
    attributes,
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
  }
}

interface Answered {
  status: number
  headers?: Record<string, string>
  body?: object
}

/** An answer that never comes. */
const HANGS = new Error('hangs')

/** The page with the script running; the test drives its timers. */
function openPainel(answers: (Answered | Error)[]) {
  const hora = element({ hora: String(-3 * 3_600_000) })
  const estado = element({})
  const dentro = element({ numero: 'dentro' })
  const barra = element({ barra: 'dentro' })
  const asked: Record<string, string>[] = []
  let due: { task: () => Promise<void>; ms: number }[] = []
  const gone: string[] = []
  let onVisible: () => Promise<void> = async () => {}
  const document = {
    visibilityState: 'visible',
    querySelector: (selector: string) => (selector === '[data-hora]' ? hora : estado),
    querySelectorAll: (selector: string) => (selector === '[data-numero]' ? [dentro] : [barra]),
    addEventListener: (_: string, listener: () => Promise<void>) => void (onVisible = listener),
    removeEventListener: (name: string) => void gone.push(name),
  }
  interface Init {
    headers: Record<string, string>
    signal: AbortSignal
  }
  const fetch = async (_: string, { headers, signal }: Init) => {
    asked.push(headers)
    const answer = answers.shift()
    if (answer === HANGS)
      await new Promise((_, reject) => (signal.onabort = () => reject(new Error('aborted'))))
    if (!answer || answer instanceof Error) throw answer ?? new Error('no answer left')
    const all = new Headers({ Date: 'Thu, 16 Sep 2027 22:42:10 GMT', ...answer.headers })
    return { status: answer.status, headers: all, json: async () => answer.body }
  }
  const setTimeout = (task: () => Promise<void>, ms: number) => {
    const timer = { task, ms }
    due.push(timer)
    return timer
  }
  const clearTimeout = (timer: unknown) => void (due = due.filter((one) => one !== timer))
  const world = { document, fetch, setTimeout, clearTimeout, AbortController, Date, Number }
  runInContext(SCRIPT, createContext(world))
  const next = (ms: number) => {
    const timer = due.find((one) => one.ms === ms)
    due = due.filter((one) => one !== timer)
    return timer?.task()
  }
  return {
    document,
    hora,
    estado,
    dentro,
    barra,
    asked,
    tick: async () => next(10_000),
    giveUp: () => void next(8_000),
    waits: () => due.length,
    gone,
    look: () => onVisible(),
  }
}

const NUMBERS = {
  status: 200,
  headers: { ETag: '"a"' },
  body: { texts: { dentro: '248' }, barras: { dentro: { x: '0%', width: '63.4%' } } },
}

test('numbers, bars and the time at the clock of the event are renewed', async () => {
  const painel = openPainel([NUMBERS])
  await painel.tick()
  expect(painel.dentro.textContent).toBe('248')
  expect(painel.barra.attributes.get('width')).toBe('63.4%')
  expect(painel.hora.textContent).toBe('19h42')
  expect(painel.waits()).toBe(1)
})

test('an unchanged answer renews the time alone, and is asked for by its ETag', async () => {
  const painel = openPainel([NUMBERS, { status: 304, headers: { Date: 'Thu, 16 Sep 2027 22:43:00 GMT' } }])
  await painel.tick()
  await painel.tick()
  expect(painel.asked).toEqual([{}, { 'If-None-Match': '"a"' }])
  expect([painel.dentro.textContent, painel.hora.textContent]).toEqual(['248', '19h43'])
})

test('without a network the page says that the numbers are old, and goes on asking', async () => {
  const painel = openPainel([NUMBERS, new TypeError('failed to fetch'), NUMBERS])
  await painel.tick()
  await painel.tick()
  expect(painel.estado.textContent).toContain('Sem rede')
  expect(painel.hora.textContent).toBe('19h42')
  await painel.tick()
  expect(painel.estado.textContent).toBe('')
})

test('a busy server is asked again, and the numbers stay', async () => {
  const painel = openPainel([NUMBERS, { status: 503 }])
  await painel.tick()
  await painel.tick()
  expect([painel.dentro.textContent, painel.waits()]).toEqual(['248', 1])
  expect(painel.estado.textContent).toContain('Sem rede')
})

test('an answer that does not come is given up, and asked for again', async () => {
  const painel = openPainel([HANGS, NUMBERS])
  const asking = painel.tick()
  painel.giveUp()
  await asking
  expect(painel.estado.textContent).toContain('Sem rede')
  await painel.tick()
  expect([painel.dentro.textContent, painel.estado.textContent]).toEqual(['248', ''])
})

test('a page looked at again while it asks goes on asking once, not twice', async () => {
  const painel = openPainel([NUMBERS, NUMBERS])
  await Promise.all([painel.tick(), painel.look(), painel.look()])
  expect([painel.asked.length, painel.waits()]).toEqual([1, 1])
})

test('a browser that left the team is told so, and asks no more', async () => {
  const painel = openPainel([{ status: 404 }])
  await painel.tick()
  expect(painel.estado.textContent).toBe('Este aparelho saiu da equipe.')
  expect([painel.waits(), painel.gone]).toEqual([0, ['visibilitychange']])
})

test('a page nobody looks at asks nothing until it is looked at', async () => {
  const painel = openPainel([NUMBERS])
  painel.document.visibilityState = 'hidden'
  await painel.tick()
  expect([painel.asked.length, painel.waits()]).toEqual([0, 0])
  painel.document.visibilityState = 'visible'
  await painel.look()
  expect(painel.dentro.textContent).toBe('248')
})
