import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

const SCRIPT = readFileSync('app/live/numeros.js', 'utf8')

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

/** The page with the script running, its timers wound by hand. */
function openBoard(answers: (Answered | Error)[]) {
  const hora = element({ hora: String(-3 * 3_600_000) })
  const estado = element({})
  const dentro = element({ numero: 'dentro' })
  const barra = element({ barra: 'dentro' })
  const asked: Record<string, string>[] = []
  const timers: (() => Promise<void>)[] = []
  let onVisible: () => Promise<void> = async () => {}
  const document = {
    visibilityState: 'visible',
    querySelector: (selector: string) => (selector === '[data-hora]' ? hora : estado),
    querySelectorAll: (selector: string) => (selector === '[data-numero]' ? [dentro] : [barra]),
    addEventListener: (_: string, listener: () => Promise<void>) => void (onVisible = listener),
  }
  const fetch = async (_: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers)
    const answer = answers.shift()
    if (!answer || answer instanceof Error) throw answer ?? new Error('no answer left')
    const all = new Headers({ Date: 'Thu, 16 Sep 2027 22:42:10 GMT', ...answer.headers })
    return { status: answer.status, headers: all, json: async () => answer.body }
  }
  const setTimeout = (task: () => Promise<void>) => timers.push(task)
  const clearTimeout = () => timers.splice(0)
  runInContext(SCRIPT, createContext({ document, fetch, setTimeout, clearTimeout, Date, Number }))
  return {
    ...{ document, hora, estado, dentro, barra, asked },
    tick: async () => timers.shift()?.(),
    waits: () => timers.length,
    look: () => onVisible(),
  }
}

const NUMBERS = {
  status: 200,
  headers: { ETag: '"a"' },
  body: { textos: { dentro: '248' }, barras: { dentro: { x: '0%', width: '63.4%' } } },
}

test('numbers, bars and the time at the clock of the event are renewed', async () => {
  const board = openBoard([NUMBERS])
  await board.tick()
  expect(board.dentro.textContent).toBe('248')
  expect(board.barra.attributes.get('width')).toBe('63.4%')
  expect(board.hora.textContent).toBe('19h42')
  expect(board.waits()).toBe(1)
})

test('an unchanged answer renews the time alone, and is asked for by its ETag', async () => {
  const board = openBoard([NUMBERS, { status: 304, headers: { Date: 'Thu, 16 Sep 2027 22:43:00 GMT' } }])
  await board.tick()
  await board.tick()
  expect(board.asked).toEqual([{}, { 'If-None-Match': '"a"' }])
  expect([board.dentro.textContent, board.hora.textContent]).toEqual(['248', '19h43'])
})

test('without a network the page says that the numbers are old, and goes on asking', async () => {
  const board = openBoard([NUMBERS, new TypeError('failed to fetch'), NUMBERS])
  await board.tick()
  await board.tick()
  expect(board.estado.textContent).toContain('Sem rede')
  expect(board.hora.textContent).toBe('19h42')
  await board.tick()
  expect(board.estado.textContent).toBe('')
})

test('a busy server is asked again, and the numbers stay', async () => {
  const board = openBoard([NUMBERS, { status: 503 }])
  await board.tick()
  await board.tick()
  expect([board.dentro.textContent, board.waits()]).toEqual(['248', 1])
})

test('a browser that left the team is told so, and asks no more', async () => {
  const board = openBoard([{ status: 404 }])
  await board.tick()
  expect(board.estado.textContent).toBe('Este aparelho saiu da equipe.')
  expect(board.waits()).toBe(0)
})

test('a page nobody looks at asks nothing until it is looked at', async () => {
  const board = openBoard([NUMBERS])
  board.document.visibilityState = 'hidden'
  await board.tick()
  expect([board.asked.length, board.waits()]).toEqual([0, 0])
  board.document.visibilityState = 'visible'
  await board.look()
  expect(board.dentro.textContent).toBe('248')
})
