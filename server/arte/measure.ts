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

/** The style of what is announced. */
export const capitals = (size: number, fill: string, track = 0): Style => ({
  font: 'capitals',
  size,
  fill,
  track,
})
/** The style of what is said. */
export const italics = (size: number, fill: string): Style => ({ font: 'italics', size, fill })
/** The style of what is counted. */
export const numerals = (size: number, fill: string): Style => ({ font: 'numerals', size, fill })

/** How wide a text is on one line. */
export function widthOf(text: string, { font, size, track = 0 }: Omit<Style, 'fill'>): number {
  return (spaced(lettersOf(text, font), font, track).width * size) / fontOf(font).grid
}

/**
 * The letters of a text.
 * @throws EventoError when a character is in no font here
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

/** Where each letter stands on its line, and how wide the line is, in units of the font's grid. */
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
