import { PLAIN } from '../../domain/text.ts'
import { own } from '../../domain/own.ts'
import { fontOf, type FontName, type Letter } from '../fonts.ts'
import { layOut, LEADING, MIDDLE as BASELINE, spaced, type Box, type Style } from '../lettering.ts'

/** The middle of the panel. */
export const MIDDLE = 800

/** Words in one font. */
export interface Run {
  /** The text as found, copied and read aloud. */
  text: string
  /** The text as drawn, without what the font lacks. */
  drawn: string
  letters: Letter[]
  font: FontName
  /** Where each letter begins, measured from the beginning of the run, and where the last one ends. */
  positions: number[]
  width: number
}

/** A line of words, positioned by where it begins on its baseline, in the units of the panel. */
export interface Line {
  runs: Run[]
  x: number
  y: number
  size: number
  width: number
  fill: string
  track: number
}

/** Lines centred on a middle, as large as fits the box. */
export function fitted(text: string, box: Box, given: Style): Line[] {
  const drawable = drawableIn(text, given.font).trim()
  const { lines, size } = layOut(drawable, box, given, 0) ?? { lines: [], size: 0 }
  const first = box.y - ((lines.length - 1) * LEADING * size) / 2 + BASELINE[given.font] * size
  return lines.map((line, i) => lineOf(line, { ...box, y: first + i * LEADING * size }, { ...given, size }))
}

/** Lines centred on the middle, in full size as long as four of them hold the text. */
export function wrapped(text: string, width: number, given: Style): Line[] {
  return fitted(text, { y: 0, width, height: Infinity }, given).map((line) => ({ ...line, y: 0 }))
}

/** One line, centred on a middle or starting at it; smaller where it is too wide. */
export function lineOf(
  text: string | readonly (readonly [FontName, string])[],
  at: { x?: number; y: number; width?: number; isLeft?: boolean },
  { font, size, fill, track = 0 }: Style,
): Line {
  const { x = MIDDLE, y, width: most = Infinity, isLeft = false } = at
  const runs = (typeof text === 'string' ? ([[font, text]] as const) : text).map(([one, words]) =>
    runOf(words, one, track),
  )
  const natural = runs.reduce((sum, run) => sum + run.width, 0)
  const fits = Math.min(size, natural > 0 ? most / natural : size)
  return { runs, x: isLeft ? x : x - (natural * fits) / 2, y, size: fits, width: natural * fits, fill, track }
}

/** Widths are relative to the letter size. */
function runOf(text: string, font: FontName, track: number): Run {
  const { grid, lettersOf } = fontOf(font)
  const drawn = drawableIn(text, font)
  const letters = lettersOf(drawn).filter((letter) => letter !== null)
  const { positions, width } = spaced(letters, font, track)
  return {
    text: text.normalize('NFC'),
    drawn,
    letters,
    font,
    positions: positions.map((at) => at / grid),
    width: width / grid,
  }
}

/** Whether a font has each letter of a text, with or without its accents. Other signs may be left out. */
export function isDrawable(text: string, font: FontName): boolean {
  return Array.from(text.normalize('NFC')).every(
    (sign) => !/[\p{L}\p{N}]/u.test(sign) || isIn(font, plainOf(sign, font)),
  )
}

/** The text without the characters that the font lacks in every form. */
function drawableIn(text: string, font: FontName): string {
  return Array.from(text.normalize('NFC'), (sign) => plainOf(sign, font))
    .filter((sign) => isIn(font, sign))
    .join('')
    .replace(/\s+/g, ' ')
}

const isIn = (font: FontName, sign: string) =>
  fontOf(font)
    .lettersOf(sign)
    .every((letter) => letter !== null)

/** Draws a full-width or styled letter as the plain letter. */
const plainOf = (sign: string, font: FontName) =>
  own(PLAIN, sign) ?? (isIn(font, sign) ? sign : sign.normalize('NFKC'))
