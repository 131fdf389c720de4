import type { Drawing } from './drawing.ts'
import { write } from './lettering.ts'
import { widthOf, type Style } from './measure.ts'
import { PALETTE } from './palette.ts'
import { row, short } from './path.ts'

/** Draws a thin line with a lozenge in its middle. */
export function drawRule(
  { add }: Drawing,
  { x, y, halfWidth }: { x: number; y: number; halfWidth: number },
): void {
  const gap = 26
  add(
    `<path stroke="${PALETTE.ouro}" stroke-width="2.6" d="M${row([x - halfWidth, y])}H${short(x - gap)}M${row([x + gap, y])}H${short(x + halfWidth)}"/>` +
      `<path fill="${PALETTE.ouro}" d="M${row([x, y - 9])}l9 9l-9 9l-9-9z"/>`,
  )
}

/** Draws a line above and one below what is written about a centre. */
export function drawFrame(
  { add }: Drawing,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  add(
    `<path stroke="${PALETTE.ouro}" stroke-width="2.6" d="M${row([x - width / 2, y - height / 2])}h${width}M${row([x - width / 2, y + height / 2])}h${width}"/>`,
  )
}

/** Draws what looks like a button: the whole picture is one. */
export function drawButton(
  drawing: Drawing,
  text: string,
  { x, y, height, size }: { x: number; y: number; height: number; size: number },
): void {
  const label: Style = { font: 'capitais', size, track: 0.05, fill: PALETTE.tinta }
  const width = widthOf(text, label) + size * 2.4
  drawing.add(
    `<rect x="${short(x - width / 2)}" y="${short(y - height / 2)}" width="${short(width)}" height="${height}" rx="${height / 2}" fill="${PALETTE.botao}"/>`,
  )
  write(drawing, text, { x, y, width, height }, label)
}
