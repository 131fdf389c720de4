// Run by draw-process.ts as a process of its own: serves drawing requests until it is ended.
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { EventoError } from '../domain/evento.ts'
import type { Enviada } from '../domain/imagem.ts'
import { TOO_LARGE, type DrawAnswer, type DrawRequest } from './draw-process.ts'

/**
 * The most memory an organiser's pictures may take, in bytes: two photos of a phone take about 300 MB, 64
 * million pixels 460.
 */
const MEMORY_MAX = 600 * 1024 * 1024

/** How often memory is checked, in milliseconds: pictures are opened outside the event loop. */
const LOOK_MS = 20

async function draw({ evento, png }: Extract<DrawRequest, { kind: 'arte' }>): Promise<DrawAnswer> {
  const { drawArte } = await import('./draw-all.ts')
  try {
    return { kind: 'drawn', files: await drawArte(evento, png) }
  } catch (error) {
    if (!(error instanceof EventoError)) throw error
    return { kind: 'refused', problem: error.message }
  }
}

async function prepare(originais: Enviada): Promise<DrawAnswer> {
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
  // Nobody waits for a certificate by the second, as guests do for the server: registrations come first.
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

/** When memory runs short, Linux ends this process first and the server goes on. */
function goFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Another system, or a sandbox without it: there the process to end is chosen by size.
  }
}

function answer(request: DrawRequest): Promise<DrawAnswer> {
  switch (request.kind) {
    case 'arte':
      return draw(request)
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
  // The server may be gone. Any other failure ends this process with its trace.
  void answer(request).then((drawn) => process.send?.(drawn))
})
// The server is gone.
process.once('disconnect', () => process.exit())
