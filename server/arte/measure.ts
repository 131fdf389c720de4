import { EventoError } from '../domain/evento.ts'
import { fontOf, type FontName, type Letter } from './fonts.ts'

/** How a text is set. */
export interface Style {
  font: FontName
  /** The largest it may be. */
  size: number
  fill: string
  /** Space added between letters, in sizes of the letter. */
  track?: number
}

/** For what is announced: host, occasion, date. */
export const capitals = (size: number, fill: string, track = 0): Style => ({
  font: 'capitals',
  size,
  fill,
  track,
})
/** For what is said: the title, the place. */
export const italics = (size: number, fill: string): Style => ({ font: 'italics', size, fill })
/** For what is counted: years, the day. */
export const numerals = (size: number, fill: string): Style => ({ font: 'numerals', size, fill })

/** Measures a text on one line. */
export function widthOf(text: string, { font, size, track = 0 }: Omit<Style, 'fill'>): number {
  return (spaced(lettersOf(text, font), font, track).width * size) / fontOf(font).grid
}

/**
 * Returns the letters of a text.
 * @throws EventoError when the font lacks a character
 */
export function lettersOf(text: string, font: FontName): Letter[] {
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
