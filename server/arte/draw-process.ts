import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { EventoError, type Evento } from '../domain/evento.ts'

/** What the drawer answers. */
export type Drawing = { kind: 'drawn'; files: Map<string, Buffer> } | { kind: 'refused'; problem: string }

/** What drawing may take of heap, in megabytes; all in all the process has 116. */
const HEAP_MB = 192

/** How long it may take, in milliseconds: a hundred times what it does. */
const PATIENCE_MS = 60_000

/** The compiled one: Node 20 runs no TypeScript. */
const DRAWER = fileURLToPath(new URL('./drawer.js', import.meta.url))

/**
 * Draws in a process of its own (decision 0036): within the server nobody would be answered for 200 ms, and the 100 MB
 * that drawing takes would stay taken.
 * @returns as `drawArte` does
 * @throws EventoError when a text of the event cannot be drawn, Error when the process fails or takes too long
 */
export function drawInProcess(
  evento: Evento,
  { drawer, patienceMs } = { drawer: DRAWER, patienceMs: PATIENCE_MS },
): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    const child = fork(drawer, {
      // Neither our secrets nor options of the Node that runs us.
      ...{ env: { NODE_ENV: 'production' as const }, execArgv: [`--max-old-space-size=${HEAP_MB}`] },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    const fail = (what: string, cause?: unknown) => {
      clearTimeout(timer)
      reject(new Error(`[arte] ${what}`, { cause }))
    }
    const timer = setTimeout(() => {
      fail(`drawing took more than ${patienceMs} ms`)
      child.kill('SIGKILL')
    }, patienceMs)
    child.on('message', (drawing: Drawing) => {
      if (drawing.kind === 'refused') reject(new EventoError(drawing.problem))
      else resolve(new Map(Array.from(drawing.files, ([name, file]) => [name, Buffer.from(file)])))
    })
    child.on('error', (error) => fail('drawing cannot begin', error))
    child.on('exit', (code, signal) => fail(`drawing ended with ${code ?? signal ?? ''}`))
    child.send(evento, (error) => {
      if (error) fail('drawing cannot begin', error)
    })
  })
}
