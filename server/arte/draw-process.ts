import { EventoError, type Evento } from '../domain/evento.ts'
import type { Originais, Preparada } from '../domain/imagem.ts'
import type { Logger } from '../log.ts'
import { askOnce, createOtherProcess, programBeside, type Limits, type Program } from '../other-process.ts'
import type { CertificadoDrawer } from './certificado/certificados.ts'
import type { CertificadoInput, Forma } from './certificado/layout.ts'

/** What the drawer is asked for: the pictures of an event, an organiser's own made smaller, or certificates. */
export type DrawRequest =
  | { kind: 'arte'; evento: Evento }
  | { kind: 'imagem'; originais: Originais }
  | { kind: 'certificado'; input: CertificadoInput; forma: Forma }

/** What the drawer answers. */
export type Drawing =
  | { kind: 'drawn'; files: Map<string, Buffer> }
  | { kind: 'refused'; problem: string }
  | { kind: 'prepared'; preparada: Preparada }
type Certificado = { kind: 'drawn'; bytes: Uint8Array } | { kind: 'failed'; problem: string }
export type DrawAnswer = Drawing | Certificado

/** How long it may take, in milliseconds: a hundred times what drawing does, three times what own pictures take. */
const PATIENCE_MS = 60_000
export const PICTURE_MS = 90_000
/** Fifty times what two hundred certificates take, and how long nobody asks for one until what draws them ends. */
const CERTIFICADO_MS = 30_000
const IDLE_MS = 30_000

/** What a drawer ends with that takes too much memory; the machine may be faster, and kills it. */
export const TOO_LARGE = 70

const DRAWER = programBeside(import.meta.url, './drawer.js')

/** Of heap, in megabytes, drawing takes no more than this; all in all the process has 116. */
const drawing = (file: string): Program => ({ file, options: ['--max-old-space-size=192'], isHeard: true })
/** Likewise, of it 2 for new objects: all in all the process has 90. */
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
 * Draws in a process of its own (decision 0036): within the server nobody would be answered for 200 ms, and the 100 MB
 * that drawing takes would stay taken.
 * @returns as `drawArte` does
 * @throws EventoError when a text of the event cannot be drawn, Error when the process fails or takes too long
 */
export async function drawInProcess(
  evento: Evento,
  running: Running = { drawer: DRAWER, patienceMs: PATIENCE_MS },
): Promise<Map<string, Buffer>> {
  const drawn = await draw({ kind: 'arte', evento }, running)
  switch (drawn.kind) {
    case 'drawn':
      return new Map(Array.from(drawn.files, ([name, file]) => [name, Buffer.from(file)]))
    case 'refused':
      throw new EventoError(drawn.problem)
    case 'too-long':
      throw new Error(`[arte] drawing took more than ${running.patienceMs} ms`)
    default:
      throw new Error(`[arte] drawing ended with ${drawn.kind}`)
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
  const drawn = await draw({ kind: 'imagem', originais }, { ...running, signal })
  switch (drawn.kind) {
    case 'prepared':
      return drawn.preparada
    case 'too-long':
    case 'too-large':
      return { kind: 'recusada', campo: 'retrato', problema: HEAVY }
    default:
      throw new Error(`[arte] preparing ended with ${drawn.kind}`)
  }
}

async function draw(
  request: DrawRequest,
  { drawer, patienceMs, signal }: Running & Pick<Limits, 'signal'>,
): Promise<Drawing | { kind: 'too-long' | 'too-large' }> {
  const limits = { patienceMs, signal }
  const outcome = await askOnce(drawing(drawer), request, limits, (answer: Drawing) => answer)
  switch (outcome.kind) {
    case 'answered':
      return outcome.answer
    case 'too-long':
      return outcome
    case 'ended': {
      const { end } = outcome
      const isKilledByOthers = end === 'SIGKILL' && !signal?.aborted
      if (end === String(TOO_LARGE) || isKilledByOthers) return { kind: 'too-large' }
      throw new Error(`[arte] drawing ended with ${end}`)
    }
    case 'unreachable':
      throw new Error('[arte] drawing cannot begin', { cause: outcome.error })
    default:
      return outcome satisfies never
  }
}

/**
 * Draws certificates in a process of their own, which gives way to all others, begins with the first that is asked for
 * and ends when nobody asks for one (decision 0041). Ended amid a drawing, it is begun again, once.
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
      switch (outcome.kind) {
        case 'answered':
          if (outcome.answer.kind === 'drawn') return outcome.answer.bytes
          throw new Error(`[certificado] ${outcome.answer.problem}`)
        case 'too-long':
          log.warn({ patienceMs }, 'drawing certificates took too long: it is ended')
          return null
        case 'ended':
        case 'unreachable': {
          const end = outcome.kind === 'ended' ? outcome.end : outcome.error.message
          if (!isClosed()) log.warn({ end }, 'what draws certificates ended amid a drawing')
          break
        }
        default:
          outcome satisfies never
      }
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
