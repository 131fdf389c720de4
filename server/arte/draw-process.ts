import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { EventoError, type Evento } from '../domain/evento.ts'
import type { Originais, Preparada } from '../domain/imagem.ts'

/** What the drawer is asked for: the pictures of an event, or an organiser's own made smaller. */
export type DrawRequest = { kind: 'arte'; evento: Evento } | { kind: 'imagem'; originais: Originais }

/** What the drawer answers. */
export type Drawing =
  | { kind: 'drawn'; files: Map<string, Buffer> }
  | { kind: 'refused'; problem: string }
  | { kind: 'prepared'; preparada: Preparada }

/** What drawing may take of heap, in megabytes; all in all the process has 116. */
const HEAP_MB = 192

/** How long it may take, in milliseconds: a hundred times what drawing does, three times what own pictures take. */
const PATIENCE_MS = 60_000
export const PICTURE_MS = 90_000

/** What a drawer ends with that takes too much memory; the machine may be faster, and kills it. */
export const TOO_LARGE = 70

/** The compiled one: Node 20 runs no TypeScript. */
const DRAWER = fileURLToPath(new URL('./drawer.js', import.meta.url))

/** How a drawer is run. */
interface Running {
  drawer: string
  patienceMs: number
  signal?: AbortSignal | undefined
}

type Ended = Drawing | { kind: 'too-long' } | { kind: 'too-large' }

/**
 * Draws in a process of its own (decision 0036): within the server nobody would be answered for 200 ms, and the 100 MB
 * that drawing takes would stay taken.
 * @returns as `drawArte` does
 * @throws EventoError when a text of the event cannot be drawn, Error when the process fails or takes too long
 */
export async function drawInProcess(
  evento: Evento,
  running: Running = { drawer: DRAWER, patienceMs: PATIENCE_MS },
): Promise<Map<string, Buffer>> {
  const drawing = await run({ kind: 'arte', evento }, running)
  switch (drawing.kind) {
    case 'drawn':
      return new Map(Array.from(drawing.files, ([name, file]) => [name, Buffer.from(file)]))
    case 'refused':
      throw new EventoError(drawing.problem)
    case 'too-long':
      throw new Error(`[arte] drawing took more than ${running.patienceMs} ms`)
    default:
      throw new Error(`[arte] drawing ended with ${drawing.kind}`)
  }
}

const HEAVY =
  'A imagem é pesada demais para preparar: salve-a menor, com até 4.000 pixels de largura, e envie de novo.'

/**
 * Makes an organiser's own pictures smaller, likewise: thirteen seconds of a processor, and a file made to exhaust who
 * opens it ends that process alone.
 */
export async function prepareInProcess(
  originais: Originais,
  signal?: AbortSignal,
  running: Running = { drawer: DRAWER, patienceMs: PICTURE_MS },
): Promise<Preparada> {
  const drawing = await run({ kind: 'imagem', originais }, { ...running, signal })
  switch (drawing.kind) {
    case 'prepared':
      return drawing.preparada
    case 'too-long':
    case 'too-large':
      return { kind: 'recusada', campo: 'retrato', problema: HEAVY }
    default:
      throw new Error(`[arte] preparing ended with ${drawing.kind}`)
  }
}

function run(request: DrawRequest, { drawer, patienceMs, signal }: Running): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = fork(drawer, {
      // Neither our secrets nor options of the Node that runs us.
      env: { NODE_ENV: 'production' as const },
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    const kill = () => void child.kill('SIGKILL')
    const timer = setTimeout(() => {
      resolve({ kind: 'too-long' })
      kill()
    }, patienceMs)
    const fail = (what: string, cause?: unknown) => {
      clearTimeout(timer)
      reject(new Error(`[arte] ${what}`, { cause }))
    }
    signal?.addEventListener('abort', kill)
    if (signal?.aborted) kill()
    child.on('message', (drawing: Drawing) => resolve(drawing))
    child.on('error', (error) => fail('drawing cannot begin', error))
    child.on('exit', (code, end) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', kill)
      const isKilledByOthers = end === 'SIGKILL' && !signal?.aborted
      if (code === TOO_LARGE || isKilledByOthers) resolve({ kind: 'too-large' })
      else fail(`drawing ended with ${code ?? end ?? ''}`)
    })
    child.send(request, (error) => {
      if (error) fail('drawing cannot begin', error)
    })
  })
}
