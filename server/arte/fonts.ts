import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype, { type Glyph } from 'opentype.js'
import { createPath } from './path.ts'

/**
 * Capitals for what is announced, italics for what is said, numerals for what is counted; on paper, which is read from
 * nearer, a text, a strong one and a slanted one.
 */
export type FontName = 'capitals' | 'italics' | 'numerals' | 'text' | 'strong' | 'slanted'

/** A letter of a font. Lengths are in units of the font's `grid`. */
export interface Letter {
  id: string
  /** The `d` of an SVG path; empty for a space. */
  outline: () => string
  /** From where this letter begins to where the next one does. */
  advance: number
  /** Added to the advance before this next letter; usually negative. */
  kerning: (next: Letter) => number
  glyph: Glyph
}

export interface LetterFont {
  /** Units in the size of a letter. A coarser grid makes smaller files; this one is fine enough for the sizes drawn. */
  grid: number
  /** The letters of a text. A character that the font lacks is drawn without its accents, or else is null. */
  lettersOf: (text: string) => (Letter | null)[]
}

const FONTS: Record<FontName, { prefix: string; grid: number; file: string }> = {
  capitals: { prefix: 'c', grid: 240, file: '@fontsource/marcellus/files/marcellus-latin-400-normal.woff' },
  italics: {
    prefix: 'i',
    grid: 240,
    file: '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-600-italic.woff',
  },
  numerals: {
    prefix: 'n',
    grid: 500,
    file: '@fontsource/playfair-display/files/playfair-display-latin-500-normal.woff',
  },
  text: {
    prefix: 't',
    grid: 240,
    file: '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-500-normal.woff',
  },
  strong: {
    prefix: 'g',
    grid: 240,
    file: '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-600-normal.woff',
  },
  slanted: {
    prefix: 'l',
    grid: 240,
    file: '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-500-italic.woff',
  },
}

/** The file of a font: WOFF around TrueType. */
export function readFont(name: FontName): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(FONTS[name].file))
}

const opened = new Map<FontName, LetterFont>()

export function fontOf(name: FontName): LetterFont {
  const font = opened.get(name) ?? openFont(name)
  opened.set(name, font)
  return font
}

function openFont(name: FontName): LetterFont {
  const { prefix, grid } = FONTS[name]
  const { buffer } = new Uint8Array(readFont(name))
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
      outline: () => (outline ??= outlineOf(glyph, scale)),
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

/** Writes a glyph as the `d` of an SVG path. The y axis of fonts points up, that of pictures down. */
function outlineOf(glyph: Glyph, scale: number): string {
  const path = createPath(0)
  for (const command of glyph.path.commands) {
    switch (command.type) {
      case 'M':
        path.move(command.x * scale, -command.y * scale)
        break
      case 'L':
        path.line(command.x * scale, -command.y * scale)
        break
      case 'Q':
        path.quad(command.x1 * scale, -command.y1 * scale, command.x * scale, -command.y * scale)
        break
      case 'C':
        path.cubic(
          ...([command.x1 * scale, -command.y1 * scale, command.x2 * scale, -command.y2 * scale] as const),
          command.x * scale,
          -command.y * scale,
        )
        break
      case 'Z':
        path.close()
        break
      default:
        command satisfies never
    }
  }
  return path.d()
}
