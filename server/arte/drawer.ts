// Run by draw-process.ts as a process of its own: draws one event, tells what came of it and ends.
import { EventoError, type Evento } from '../domain/evento.ts'
import { drawArte } from './draw-all.ts'
import type { Drawing } from './draw-process.ts'

async function draw(evento: Evento): Promise<Drawing> {
  try {
    return { kind: 'drawn', files: await drawArte(evento) }
  } catch (error) {
    if (!(error instanceof EventoError)) throw error
    return { kind: 'refused', problem: error.message }
  }
}

process.once('message', (evento: Evento) => {
  // Whoever asked may be gone. What is no EventoError ends this process with its trace.
  void draw(evento).then((drawing) => process.send?.(drawing, () => process.exit()))
})
// Nobody asks any more.
process.once('disconnect', () => process.exit())
