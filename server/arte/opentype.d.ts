// The package has no types of its own; these are the parts used here.
declare module 'opentype.js' {
  /** A command of an outline with its points: Z none, M and L an end, Q a control point before it, C two. */
  export interface Command {
    type: 'M' | 'L' | 'Q' | 'C' | 'Z'
    x1?: number
    y1?: number
    x2?: number
    y2?: number
    x?: number
    y?: number
  }

  export interface Glyph {
    index: number
    advanceWidth?: number
    path: { commands: Command[] }
  }

  export interface Font {
    unitsPerEm: number
    charToGlyph: (char: string) => Glyph
    glyphs: { get: (index: number) => Glyph }
    getKerningValue: (left: Glyph, right: Glyph) => number
    substitution: { getSingle: (feature: string) => { sub: number; by: number }[] | undefined }
  }

  const opentype: { parse: (buffer: ArrayBuffer) => Font }
  export default opentype
}
