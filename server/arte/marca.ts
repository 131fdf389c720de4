import { placed, type Drawing } from './drawing.ts'
import { MARCA } from './marca-outline.ts'

/** Draws the brand, a zebu's head whose forehead is an ear of wheat, about a centre. `scale` 1 is 200 wide. */
export function drawMarca(drawing: Drawing, at: { x: number; y: number; scale: number; fill: string }): void {
  const { x, y, scale, fill } = at
  const corner = placed({ x: x - 100 * scale, y: y - 100 * scale, scale })
  drawing.add(`<path fill="${fill}" fill-rule="evenodd" ${corner} d="${MARCA}"/>`)
}
