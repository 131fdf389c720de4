import { EventoError } from '../domain/evento.ts'
import { type Drawing, PALETTE } from './drawing.ts'
import { LEADING, layOut, type Box, lettersOf, spaced, type Style } from './fit.ts'
import { fontOf, type FontName } from './fonts.ts'
import { row, short } from './path.ts'

/** How far the baseline is below the middle of a line, in sizes of the letter. */
export const MIDDLE: Record<FontName, number> = {
  capitals: 0.35,
  italics: 0.25,
  numerals: 0.35,
  text: 0.25,
  strong: 0.25,
  slanted: 0.25,
}

/**
 * Writes a text as outlines into its box. A long text is broken into lines before it is made smaller.
 * @throws EventoError when the font lacks a character, or when the text would be too small to read
 */
export function write(drawing: Drawing, text: string, box: Box, style: Style): void {
  const layout = layOut(text, box, style)
  if (!layout) throw new EventoError(`“${text}” is too long to be read on the invitation`)
  const { lines, size } = layout
  const { x = drawing.width / 2 } = box
  const first = box.y - ((lines.length - 1) * LEADING * size) / 2 + MIDDLE[style.font] * size
  lines.forEach((line, i) =>
    writeLine(drawing, line, { x, y: first + i * LEADING * size }, { ...style, size }),
  )
}

/** Whether {@link write} can draw a text in a box. A guest's name that it cannot draw must not fail the picture. */
export function canWrite(text: string, box: Box, style: Style): boolean {
  return (
    fontOf(style.font)
      .lettersOf(text)
      .every((letter) => letter !== null) && layOut(text, box, style) !== null
  )
}

/** Writes a text on one line, about a middle. */
export function writeLine(drawing: Drawing, line: string, at: { x: number; y: number }, style: Style): void {
  const { font, size, fill, track = 0 } = style
  const letters = lettersOf(line, font)
  const { positions, width } = spaced(letters, font, track)
  const scale = size / fontOf(font).grid
  const uses = letters.map((letter, i) => {
    const outline = letter.outline()
    if (outline === '') return ''
    drawing.define(letter.id, () => `<path id="${letter.id}" d="${outline}"/>`)
    const x = Math.round(positions[i] ?? 0)
    return `<use href="#${letter.id}"${x === 0 ? '' : ` x="${x}"`}/>`
  })
  if (uses.every((use) => use === '')) return
  const left = at.x - (width * scale) / 2
  drawing.add(
    `<g fill="${fill}" transform="matrix(${short(scale, 4)} 0 0 ${short(scale, 4)} ${short(left)} ${short(at.y)})">` +
      `${uses.join('')}</g>`,
  )
}

/** Writes a text between a line along the top of its box and one along the bottom. */
export function writeFramed(drawing: Drawing, text: string, box: Required<Box>, style: Style): void {
  const { x, y, width, height } = box
  const lines = [y - height / 2, y + height / 2].map((at) => `M${row([x - width / 2, at])}h${width}`)
  write(drawing, text, box, style)
  drawing.add(`<path stroke="${PALETTE.ouro}" stroke-width="2.6" d="${lines.join('')}"/>`)
}
