import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Logger } from '../../log.ts'
import type { CertificadoInput, Forma } from './certificado.ts'
import type { CertificadoDrawer } from './certificados.ts'

/** What the drawer is asked for, and what it answers. */
export interface Asked {
  input: CertificadoInput
  forma: Forma
}
export type Answer = { kind: 'drawn'; bytes: Uint8Array } | { kind: 'failed'; problem: string }

/** What drawing may take of heap, in megabytes, and of it for new objects: all in all the process has 90. */
const HEAP = ['--max-old-space-size=128', '--max-semi-space-size=2']
/** How long one drawing may take: fifty times what two hundred pages do. */
const PATIENCE_MS = 30_000
/** How long nobody asks until it ends. */
const IDLE_MS = 30_000

/** The compiled one: Node 20 runs no TypeScript. */
const DRAWER = fileURLToPath(new URL('./certificado-drawer.js', import.meta.url))

interface Running {
  drawer?: string
  patienceMs?: number
  idleMs?: number
}

type Ended = Answer | { kind: 'ended'; end: string } | { kind: 'too-long' }

/**
 * Draws in a process of its own, which gives way to all others, begins with the first certificate that is asked for and
 * ends when nobody asks for one (decision 0041). Ended amid a drawing, it is begun again, once.
 */
export function createDrawingProcess(
  log: Pick<Logger, 'warn'>,
  { drawer = DRAWER, patienceMs = PATIENCE_MS, idleMs = IDLE_MS }: Running = {},
): CertificadoDrawer {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  const closing = new AbortController()
  const isClosed = () => closing.signal.aborted

  const start = (): ChildProcess => {
    const started = fork(drawer, {
      // Neither our secrets nor options of the Node that runs us.
      env: { NODE_ENV: 'production' as const },
      execArgv: HEAP,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    const forget = () => {
      if (child === started) child = null
    }
    started.on('error', forget)
    started.on('exit', forget)
    return started
  }
  const end = () => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }

  return {
    async draw(input, forma) {
      clearTimeout(idle)
      try {
        for (let attempt = 1; attempt <= 2 && !isClosed(); attempt += 1) {
          const answer = await ask((child ??= start()), { input, forma }, patienceMs)
          switch (answer.kind) {
            case 'drawn':
              return answer.bytes
            case 'failed':
              throw new Error(`[certificado] ${answer.problem}`)
            case 'too-long':
              log.warn({ patienceMs }, 'drawing certificates took too long: it is ended')
              end()
              return null
            case 'ended':
              end()
              if (!isClosed()) log.warn({ end: answer.end }, 'what draws certificates ended amid a drawing')
              break
            default:
              answer satisfies never
          }
        }
        return null
      } finally {
        idle = setTimeout(end, idleMs).unref()
      }
    },
    async close() {
      closing.abort()
      end()
    },
  }
}

function ask(child: ChildProcess, asked: Asked, patienceMs: number): Promise<Ended> {
  return new Promise((resolve) => {
    const settle = (ended: Ended) => {
      clearTimeout(timer)
      child.off('message', onMessage)
      child.off('exit', onExit)
      child.off('error', onError)
      resolve(ended)
    }
    const timer = setTimeout(() => settle({ kind: 'too-long' }), patienceMs)
    const onMessage = (answer: Answer) => settle(answer)
    const onExit = (code: number | null, signal: string | null) =>
      settle({ kind: 'ended', end: String(code ?? signal) })
    const onError = (error: Error) => settle({ kind: 'ended', end: error.message })
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.on('error', onError)
    child.send(asked, (error) => {
      if (error) onError(error)
    })
  })
}
