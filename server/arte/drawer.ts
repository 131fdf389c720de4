// Run by draw-process.ts as a process of its own: draws what it is asked for, tells what came of it and ends.
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { EventoError, type Evento } from '../domain/evento.ts'
import type { Originais } from '../domain/imagem.ts'
import { TOO_LARGE, type DrawRequest, type Drawing } from './draw-process.ts'

/** What an organiser's pictures may take of memory, in bytes: two photos of a phone take some 300 MB, 64 million pixels 460. */
const MEMORY_MAX = 600 * 1024 * 1024

/** How often it is looked at, in milliseconds: pictures are opened beside the event loop. */
const LOOK_MS = 20

async function draw(evento: Evento): Promise<Drawing> {
  const { drawArte } = await import('./draw-all.ts')
  try {
    return { kind: 'drawn', files: await drawArte(evento) }
  } catch (error) {
    if (!(error instanceof EventoError)) throw error
    return { kind: 'refused', problem: error.message }
  }
}

async function prepare(originais: Originais): Promise<Drawing> {
  // Nobody waits for it by the second, as guests do for the server.
  setPriority(10)
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

/** Where memory is short, Linux ends this process, and the server goes on. */
function goFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Another system, or a sandbox without it: there the one to go is chosen by size.
  }
}

goFirst()

process.once('message', (request: DrawRequest) => {
  const drawing = request.kind === 'arte' ? draw(request.evento) : prepare(request.originais)
  // Whoever asked may be gone. What is no EventoError ends this process with its trace.
  void drawing.then((drawn) => process.send?.(drawn, () => process.exit()))
})
// Nobody asks any more.
process.once('disconnect', () => process.exit())
