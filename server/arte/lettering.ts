import { EventoError } from '../domain/evento.ts'
import { PALETTE, row, short, type Drawing } from './drawing.ts'
import { fontOf, type FontName, type Letter } from './fonts.ts'

/** Room for a text, given by its centre; `x` defaults to the middle of the picture. */
export interface Box {
  x?: number
  y: number
  width: number
  height: number
}

/** Below this share of its full size a text would be unreadable on a phone. */
const SMALLEST = 0.35
/** The distance between baselines, relative to the letter size. */
export const LEADING = 1.08
const LINES_MAX = 4

interface Layout {
  lines: string[]
  size: number
}

/**
 * Breaks a text into the lines that let it be largest in its box; null when it would be too small to read.
 * @param smallest the share of its full size below which it is too small
 */
export function layOut(text: string, box: Box, style: Style, smallest = SMALLEST): Layout | null {
  const words = text.split(' ')
  const widthOfWords = measure(words, style)
  const layouts = Array.from({ length: Math.min(LINES_MAX, words.length) }, (_, i): Layout => {
    const { breaks, width } = balanced(words.length, i + 1, widthOfWords)
    const lines = breaks.map((from, n) => words.slice(from, breaks[n + 1]).join(' '))
    return { lines, size: Math.min(style.size, box.width / width, box.height / (1 + i * LEADING)) }
  })
  // Another line must gain at least 4 % in size.
  const best = layouts.reduce((best, next) => (next.size > best.size * 1.04 ? next : best))
  return best.size < style.size * smallest ? null : best
}

/** Returns a function for the width, at size 1, of the words from one index to another (exclusive). */
function measure(words: string[], { font, track = 0 }: Style): (from: number, to: number) => number {
  const letters = lettersOf(words.join(' '), font)
  const { positions } = spaced(letters, font, track)
  let at = 0
  const spans = words.map((word) => {
    const start = at
    const end = start + Array.from(word.normalize('NFC')).length
    at = end + 1
    const last = end > start ? (letters[end - 1]?.advance ?? 0) : 0
    return { start: positions[start] ?? 0, end: (positions[Math.max(start, end - 1)] ?? 0) + last }
  })
  return (from, to) => ((spans[to - 1]?.end ?? 0) - (spans[from]?.start ?? 0)) / fontOf(font).grid
}

/**
 * Finds the words that begin each line so that the widest line is as narrow as possible. Uses dynamic
 * programming over the lines, because a name may have sixty words.
 */
function balanced(
  words: number,
  lines: number,
  widthOfWords: (from: number, to: number) => number,
): { breaks: number[]; width: number } {
  let best = Array.from({ length: words + 1 }, (_, to) => ({ breaks: [0], width: widthOfWords(0, to) }))
  for (let line = 2; line <= lines; line += 1) {
    best = best.map((_, to) => {
      let found = { breaks: [0], width: Infinity }
      for (let from = line - 1; from < to; from += 1) {
        const before = best[from] ?? found
        const width = Math.max(before.width, widthOfWords(from, to))
        if (width < found.width) found = { breaks: [...before.breaks, from], width }
      }
      return found
    })
  }
  return best[words] ?? { breaks: [0], width: Infinity }
}

export interface Style {
  font: FontName
  /** The largest size it may have. */
  size: number
  fill: string
  /** Space added between letters, relative to the letter size. */
  track?: number
}

/** For announcements: host, occasion, date. */
export const capitals = (size: number, fill: string, track = 0): Style => ({
  font: 'capitals',
  size,
  fill,
  track,
})
/** For sentences: the title, the place. */
export const italics = (size: number, fill: string): Style => ({ font: 'italics', size, fill })
/** For counts: years, the day. */
export const numerals = (size: number, fill: string): Style => ({ font: 'numerals', size, fill })

export function widthOf(text: string, { font, size, track = 0 }: Omit<Style, 'fill'>): number {
  return (spaced(lettersOf(text, font), font, track).width * size) / fontOf(font).grid
}

/** Returns the letters of a text. @throws EventoError when the font lacks a character */
function lettersOf(text: string, font: FontName): Letter[] {
  return fontOf(font)
    .lettersOf(text)
    .map((letter, i) => {
      if (letter) return letter
      throw new EventoError(
        `“${Array.from(text.normalize('NFC'))[i] ?? ''}” in “${text}” cannot be drawn: no font here has it`,
      )
    })
}

/** Places letters on a line with their kerning and tracking, in units of the font's grid. */
export function spaced(
  letters: Letter[],
  font: FontName,
  track: number,
): { positions: number[]; width: number } {
  const space = track * fontOf(font).grid
  const positions: number[] = []
  let pen = 0
  letters.forEach((letter, i) => {
    positions.push(pen)
    const next = letters[i + 1]
    pen += letter.advance + (next ? space + letter.kerning(next) : 0)
  })
  return { positions, width: pen }
}

/** How far the baseline is below the middle of a line, relative to the letter size. */
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

/** Whether {@link write} can draw a text in a box: a guest's name that it cannot must not fail a picture. */
export function canWrite(text: string, box: Box, style: Style): boolean {
  return (
    fontOf(style.font)
      .lettersOf(text)
      .every((letter) => letter !== null) && layOut(text, box, style) !== null
  )
}

/** Writes a text on one line, centred on a point. */
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

/** A text in its box, or a drawing as SVG. */
export type Row = [text: string, box: Box, style: Style] | string

/** Draws one row after the other. @throws EventoError as {@link write} does */
export function writeAll(drawing: Drawing, rows: Row[]): void {
  for (const row of rows) {
    if (typeof row === 'string') drawing.add(row)
    else write(drawing, ...row)
  }
}

/** A text between one line along the top of its box and another along the bottom. */
export function framed(text: string, box: Required<Box>, style: Style): Row[] {
  const { x, y, width, height } = box
  const lines = [y - height / 2, y + height / 2].map((at) => `M${row([x - width / 2, at])}h${width}`)
  return [[text, box, style], `<path stroke="${PALETTE.ouro}" stroke-width="2.6" d="${lines.join('')}"/>`]
}
