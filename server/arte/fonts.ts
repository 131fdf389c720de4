import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype, { type Command, type Glyph } from 'opentype.js'
import { row } from './drawing.ts'

/**
 * Capitals for announcements, italics for sentences, numerals for counts. Paper is read from nearer and has a
 * text, a strong and a slanted font.
 */
export type FontName = 'capitals' | 'italics' | 'numerals' | 'text' | 'strong' | 'slanted'

/** A letter of a font. Lengths are in units of the font's `grid`. */
export interface Letter {
  id: string
  /** The `d` of an SVG path; empty for a space. */
  outline: () => string
  /** The distance from the start of this letter to the start of the next. */
  advance: number
  /** Added to the advance before this next letter; usually negative. */
  kerning: (next: Letter) => number
  glyph: Glyph
}

export interface LetterFont {
  /** Units per letter size. A coarser grid makes smaller files; this one suits the sizes drawn. */
  grid: number
  /** The letters of a text. A character that the font lacks is drawn without its accents, or else is null. */
  lettersOf: (text: string) => (Letter | null)[]
}

/** The file name of a font begins with that of its package. A PDF refers to the font by its title. */
const FONTS: Record<FontName, [prefix: string, grid: number, file: string, title: string]> = {
  capitals: ['c', 240, 'marcellus-latin-400-normal', 'Marcellus-Regular'],
  italics: ['i', 240, 'cormorant-garamond-latin-600-italic', 'CormorantGaramond-SemiBoldItalic'],
  numerals: ['n', 500, 'playfair-display-latin-500-normal', 'PlayfairDisplay-Medium'],
  text: ['t', 240, 'cormorant-garamond-latin-500-normal', 'CormorantGaramond-Medium'],
  strong: ['g', 240, 'cormorant-garamond-latin-600-normal', 'CormorantGaramond-SemiBold'],
  slanted: ['l', 240, 'cormorant-garamond-latin-500-italic', 'CormorantGaramond-MediumItalic'],
}

/** The file of a font, WOFF around TrueType, and its title. */
export function readFont(name: FontName): { file: Buffer; title: string } {
  const [, , file, title] = FONTS[name]
  const path = `@fontsource/${file.replace(/-latin-.*/, '')}/files/${file}.woff`
  return { file: readFileSync(createRequire(import.meta.url).resolve(path)), title }
}

const opened = new Map<FontName, LetterFont>()

export function fontOf(name: FontName): LetterFont {
  const font = opened.get(name) ?? openFont(name)
  opened.set(name, font)
  return font
}

function openFont(name: FontName): LetterFont {
  const [prefix, grid] = FONTS[name]
  const { buffer } = new Uint8Array(readFont(name).file)
  const font = opentype.parse(buffer)
  const scale = grid / font.unitsPerEm
  const lining = new Map((font.substitution.getSingle('lnum') ?? []).map(({ sub, by }) => [sub, by]))

  const letters = new Map<string, Letter>()
  const letterOf = (char: string): Letter | null => {
    const known = letters.get(char)
    if (known) return known
    const found = font.charToGlyph(char)
    if (found.index === 0) return null
    const glyph = font.glyphs.get(lining.get(found.index) ?? found.index)
    let outline: string | null = null
    const letter = {
      id: prefix + glyph.index.toString(36),
      outline: () => (outline ??= outlineOf(glyph.path.commands, scale)),
      advance: (glyph.advanceWidth ?? 0) * scale,
      kerning: (next: Letter) => font.getKerningValue(glyph, next.glyph) * scale,
      glyph,
    }
    letters.set(char, letter)
    return letter
  }
  return {
    grid,
    lettersOf: (text) =>
      Array.from(
        text.normalize('NFC'),
        (char) => letterOf(char) ?? letterOf(char.normalize('NFD').charAt(0)),
      ),
  }
}

/**
 * Writes a glyph as the `d` of an SVG path, in relative steps, which are short and compress well. Each step
 * starts at the rounded end of the one before, so that rounding errors do not add up. The y axis points up in
 * fonts and down in pictures.
 */
export function outlineOf(commands: Command[], scale: number): string {
  let d = ''
  let [x, y, startX, startY] = [0, 0, 0, 0]
  for (const { type, x1, y1, x2, y2, x: toX, y: toY } of commands) {
    if (type === 'Z') {
      d += 'z'
      ;[x, y] = [startX, startY]
      continue
    }
    const ends = [x1, y1, x2, y2, toX, toY]
      .filter((value) => value !== undefined)
      .map((value, i) => Math.round((i % 2 === 0 ? value : -value) * scale))
    const steps = ends.map((value, i) => value - (i % 2 === 0 ? x : y))
    const [dx = 0, dy = 0] = steps
    if (type === 'L' && dy === 0) d += dx === 0 ? '' : `h${dx}`
    else if (type === 'L' && dx === 0) d += `v${dy}`
    else d += (d === '' ? type : type.toLowerCase()) + row(steps, 0)
    ;[x = 0, y = 0] = ends.slice(-2)
    if (type === 'M') [startX, startY] = [x, y]
  }
  return d
}
