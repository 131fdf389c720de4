import { EventoError } from '../domain/evento.ts'
import type { Drawing } from './drawing.ts'
import { fontOf, type FontName, type Letter } from './fonts.ts'
import { short } from './path.ts'

/** Room for a text, given by its centre. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** How a text is set; `size` is the most it may be. */
export interface Style {
  font: FontName
  size: number
  fill: string
  /** Space added between letters, in sizes of the letter. */
  track?: number
}

/** Below this share of its size a text would be unreadable on a phone. */
const SMALLEST = 0.35
/** From baseline to baseline, in sizes of the letter. */
const LEADING = 1.08
/** From the middle of a line down to its baseline, in sizes of the letter. */
const MIDDLE: Record<FontName, number> = { capitais: 0.35, italico: 0.25, numeros: 0.35 }
const LINES_MAX = 4

/**
 * Writes a text as outlines into its box, on the number of lines that lets it be largest: a longer name is broken,
 * then made smaller.
 * @throws EventoError when a character is in no font here, or when the text would be too small to read
 */
export function write(drawing: Drawing, text: string, box: Box, style: Style): void {
  const layout = layOut(text, box, style)
  if (!layout) throw new EventoError(`“${text}” is too long to be read on the invitation`)
  const { lines, size } = layout
  const first = box.y - ((lines.length - 1) * LEADING * size) / 2 + MIDDLE[style.font] * size
  lines.forEach((line, i) =>
    writeLine(drawing, line, { x: box.x, y: first + i * LEADING * size }, { ...style, size }),
  )
}

/** Whether {@link write} can draw a text in a box: who writes a guest's name must not fail for it. */
export function canWrite(text: string, box: Box, style: Style): boolean {
  return (
    fontOf(style.font)
      .lettersOf(text)
      .every((letter) => letter !== null) && layOut(text, box, style) !== null
  )
}

/** How wide a text is on one line. */
export function widthOf(text: string, { font, size, track = 0 }: Omit<Style, 'fill'>): number {
  return (spaced(lettersOf(text, font), font, track).width * size) / fontOf(font).grid
}

interface Layout {
  lines: string[]
  size: number
}

/** How a text is broken and how large it is set, to fit its box; null when nobody could read it. */
function layOut(text: string, box: Box, style: Style): Layout | null {
  const words = text.split(' ')
  const widthOfWords = measure(words, style)
  const layouts = Array.from({ length: Math.min(LINES_MAX, words.length) }, (_, i): Layout => {
    const { breaks, width } = balanced(words.length, i + 1, widthOfWords)
    const lines = breaks.map((from, n) => words.slice(from, breaks[n + 1]).join(' '))
    return { lines, size: Math.min(style.size, box.width / width, box.height / (1 + i * LEADING)) }
  })
  // Another line has to be worth it.
  const best = layouts.reduce((best, next) => (next.size > best.size * 1.04 ? next : best))
  return best.size < style.size * SMALLEST ? null : best
}

/** How wide the words from one to another (not included) are in size 1, from where each begins and ends in the text. */
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
 * The words that begin each of so many lines, the widest of which is as narrow as can be: the best of all but the last
 * line first, for a name may have sixty words.
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

function writeLine(drawing: Drawing, line: string, at: { x: number; y: number }, style: Style): void {
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

/** Where each letter stands on its line, and how wide the line is, in units of the font's grid. */
function spaced(letters: Letter[], font: FontName, track: number): { positions: number[]; width: number } {
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
