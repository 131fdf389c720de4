import { arteFrom, DRAWN } from '../../server/arte/arte.ts'
import type { Evento } from '../../server/domain/evento.ts'

/**
 * Pictures that hold only their names, for the hundreds of tests that look at none: drawing costs more than
 * the rest.
 */
const SKETCH = arteFrom(new Map(DRAWN.map((name) => [name, Buffer.from(`<svg id="${name}"/>`)])))
export const sketch = async () => SKETCH

/** A server's drawings, made within the process of the tests. */
export async function drawn(evento: Evento) {
  const { drawArte } = await import('../../server/arte/draw-all.ts')
  return arteFrom(await drawArte(evento))
}
