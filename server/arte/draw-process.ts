import { EventoError, type Evento } from '../domain/evento.ts'
import type { Enviada, Preparada } from '../domain/imagem.ts'
import type { Logger } from '../log.ts'
import { askOnce, createOtherProcess, programBeside, type Limits, type Program } from '../other-process.ts'
import type { CertificadoDrawer } from './certificado/certificados.ts'
import type { LogoPng } from './drawing.ts'
import type { CertificadoInput, Forma } from './certificado/layout.ts'

/** A request to the drawer: the pictures of an event, an organiser's own to make smaller, or certificates. */
export type DrawRequest =
  | { kind: 'arte'; evento: Evento; png: LogoPng }
  | { kind: 'imagem'; originais: Enviada }
  | { kind: 'certificado'; input: CertificadoInput; forma: Forma }

/** The drawer's answer. */
export type Drawing =
  | { kind: 'drawn'; files: Map<string, Buffer> }
  | { kind: 'refused'; problem: string }
  | { kind: 'prepared'; preparada: Preparada }
type Certificado = { kind: 'drawn'; bytes: Uint8Array } | { kind: 'failed'; problem: string }
export type DrawAnswer = Drawing | Certificado

/** Timeouts, in milliseconds: a hundred times what drawing takes, three times what own pictures take. */
const PATIENCE_MS = 60_000
export const PICTURE_MS = 90_000
/** Fifty times what two hundred certificates take; and how long the process lives without requests. */
const CERTIFICADO_MS = 30_000
const IDLE_MS = 30_000

/** The exit code of a drawer that takes too much memory; Linux may be faster and kill it first. */
export const TOO_LARGE = 70

const DRAWER = programBeside(import.meta.url, './drawer.js')

/** The heap limit for drawing, in megabytes; altogether the process takes 116. */
const drawing = (file: string): Program => ({ file, options: ['--max-old-space-size=192'], isHeard: true })
/** The same for certificates, 2 of it for new objects; altogether the process takes 90. */
const certificados = (file: string): Program => ({
  file,
  options: ['--max-old-space-size=128', '--max-semi-space-size=2'],
  isHeard: true,
})

/** How a drawer is run. */
interface Running {
  drawer: string
  patienceMs: number
}

/**
 * Draws in a process of its own (decision 0036): within the server, requests would wait for 200 ms, and the
 * 100 MB that drawing takes would not be given back.
 * @returns as `drawArte` does
 * @throws EventoError when a text of the event cannot be drawn, Error when the process fails or takes too
 * long
 */
export async function drawInProcess(
  evento: Evento,
  png: LogoPng,
  running: Running = { drawer: DRAWER, patienceMs: PATIENCE_MS },
): Promise<Map<string, Buffer>> {
  const drawn = await draw({ kind: 'arte', evento, png }, running)
  if (drawn.kind === 'refused') throw new EventoError(drawn.problem)
  if (drawn.kind === 'too-long') throw new Error(`[arte] drawing took more than ${running.patienceMs} ms`)
  if (drawn.kind !== 'drawn') throw new Error(`[arte] drawing ended with ${drawn.kind}`)
  return new Map(Array.from(drawn.files, ([name, file]) => [name, Buffer.from(file)]))
}

const HEAVY =
  'A imagem é pesada demais para preparar: salve-a menor, com até 4.000 pixels de largura, e envie de novo.'

/**
 * Makes an organiser's own pictures smaller, also in a process of its own: it takes thirteen seconds of a
 * processor, and a file made to exhaust the reader ends that process alone.
 */
export async function prepareInProcess(
  originais: Enviada,
  signal?: AbortSignal,
  running: Running = { drawer: DRAWER, patienceMs: PICTURE_MS },
): Promise<Preparada> {
  const drawn = await draw({ kind: 'imagem', originais }, { ...running, signal })
  if (drawn.kind === 'prepared') return drawn.preparada
  if (drawn.kind === 'too-long' || drawn.kind === 'too-large')
    return { kind: 'recusada', campo: 'logo' in originais ? 'logotipo' : 'retrato', problema: HEAVY }
  throw new Error(`[arte] preparing ended with ${drawn.kind}`)
}

async function draw(
  request: DrawRequest,
  { drawer, patienceMs, signal }: Running & Pick<Limits, 'signal'>,
): Promise<Drawing | { kind: 'too-long' | 'too-large' }> {
  const limits = { patienceMs, signal }
  const outcome = await askOnce(drawing(drawer), request, limits, (answer: Drawing) => answer)
  if (outcome.kind === 'answered') return outcome.answer
  if (outcome.kind === 'too-long') return outcome
  if (outcome.kind === 'unreachable') throw new Error('[arte] drawing cannot begin', { cause: outcome.error })
  const isKilledByOthers = outcome.end === 'SIGKILL' && !signal?.aborted
  if (outcome.end === String(TOO_LARGE) || isKilledByOthers) return { kind: 'too-large' }
  throw new Error(`[arte] drawing ended with ${outcome.end}`)
}

/**
 * Draws certificates in a process of its own, which has low priority, starts at the first request and ends
 * when requests stop (decision 0041). If it ends during a drawing, the drawing is tried again, once.
 */
export function createDrawingProcess(
  log: Pick<Logger, 'warn'>,
  {
    drawer = DRAWER,
    patienceMs = CERTIFICADO_MS,
    idleMs = IDLE_MS,
  }: Partial<Running> & { idleMs?: number } = {},
): CertificadoDrawer {
  const other = createOtherProcess(certificados(drawer))
  let idle: NodeJS.Timeout | undefined
  const closing = new AbortController()
  const isClosed = () => closing.signal.aborted

  const drawOrNull = async (request: DrawRequest): Promise<Uint8Array | null> => {
    for (let attempt = 1; attempt <= 2 && !isClosed(); attempt += 1) {
      const outcome = await other.ask(request, { patienceMs }, (answer: Certificado) => answer)
      if (outcome.kind === 'answered') {
        if (outcome.answer.kind === 'drawn') return outcome.answer.bytes
        throw new Error(`[certificado] ${outcome.answer.problem}`)
      }
      if (outcome.kind === 'too-long') {
        log.warn({ patienceMs }, 'drawing certificates took too long: it is ended')
        return null
      }
      const end = outcome.kind === 'ended' ? outcome.end : outcome.error.message
      if (!isClosed()) log.warn({ end }, 'what draws certificates ended amid a drawing')
    }
    return null
  }

  return {
    async draw(input, forma) {
      clearTimeout(idle)
      try {
        return await drawOrNull({ kind: 'certificado', input, forma })
      } finally {
        idle = setTimeout(other.end, idleMs).unref()
      }
    },
    async close() {
      closing.abort()
      clearTimeout(idle)
      other.end()
    },
  }
}
