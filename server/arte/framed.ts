import type { Drawing } from './drawing.ts'
import type { Box } from './fit.ts'
import { write } from './lettering.ts'
import type { Style } from './measure.ts'
import { PALETTE } from './palette.ts'
import { row } from './path.ts'

/** Writes a text between a line along the top of its box and one along the bottom. */
export function writeFramed(drawing: Drawing, text: string, box: Required<Box>, style: Style): void {
  const { x, y, width, height } = box
  const lines = [y - height / 2, y + height / 2].map((at) => `M${row([x - width / 2, at])}h${width}`)
  write(drawing, text, box, style)
  drawing.add(`<path stroke="${PALETTE.ouro}" stroke-width="2.6" d="${lines.join('')}"/>`)
}
