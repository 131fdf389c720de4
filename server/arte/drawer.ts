// Run by draw-process.ts as a process of its own: draws what it is asked for until it is ended.
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { EventoError, type Evento } from '../domain/evento.ts'
import type { Originais } from '../domain/imagem.ts'
import { TOO_LARGE, type DrawAnswer, type DrawRequest } from './draw-process.ts'

/** What an organiser's pictures may take of memory, in bytes: two photos of a phone take some 300 MB, 64 million pixels 460. */
const MEMORY_MAX = 600 * 1024 * 1024

/** How often it is looked at, in milliseconds: pictures are opened beside the event loop. */
const LOOK_MS = 20

async function draw(evento: Evento): Promise<DrawAnswer> {
  const { drawArte } = await import('./draw-all.ts')
  try {
    return { kind: 'drawn', files: await drawArte(evento) }
  } catch (error) {
    if (!(error instanceof EventoError)) throw error
    return { kind: 'refused', problem: error.message }
  }
}

async function prepare(originais: Originais): Promise<DrawAnswer> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const [{ preparePicture }, { default: sharp }] = await Promise.all([
    import('./own-picture.ts'),
    import('sharp'),
  ])
  sharp.concurrency(1)
  sharp.cache(false)
  setInterval(() => {
    if (process.memoryUsage.rss() > MEMORY_MAX) process.exit(TOO_LARGE)
  }, LOOK_MS)
  return { kind: 'prepared', preparada: await preparePicture(originais) }
}

async function drawCertificado({
  input,
  forma,
}: Extract<DrawRequest, { kind: 'certificado' }>): Promise<DrawAnswer> {
  // Nobody waits for it by the second, as guests do for the server: registrations come first.
  setPriority(constants.priority.PRIORITY_LOW)
  const { drawCertificados } = await import('./certificado/draw-certificados.ts')
  try {
    return { kind: 'drawn', bytes: drawCertificados(input, forma) }
  } catch (error) {
    return {
      kind: 'failed',
      problem: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}

/** Where memory is short, Linux ends this process, and the server goes on. */
function goFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Another system, or a sandbox without it: there the one to go is chosen by size.
  }
}

function answer(request: DrawRequest): Promise<DrawAnswer> {
  switch (request.kind) {
    case 'arte':
      return draw(request.evento)
    case 'imagem':
      return prepare(request.originais)
    case 'certificado':
      return drawCertificado(request)
    default:
      return request satisfies never
  }
}

goFirst()

process.on('message', (request: DrawRequest) => {
  // Whoever asked may be gone. What fails otherwise ends this process with its trace.
  void answer(request).then((drawn) => process.send?.(drawn))
})
// Nobody asks any more.
process.once('disconnect', () => process.exit())
