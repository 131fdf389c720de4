import { short } from './path.ts'

/** An SVG picture in the making. */
export interface Drawing {
  width: number
  height: number
  /** How far beyond its frame the picture goes on, for screens of another shape. */
  bleed: number
  /** Adds markup on top of what is there. */
  add: (markup: string) => void
  /** Keeps markup, which must carry this id, to be drawn any number of times with `<use>`. Given twice, it is kept once. */
  define: (id: string, markup: () => string) => void
  toSvg: () => string
}

/** What is drawn more than once is defined once: that, and few decimals, keep the picture small enough to travel inside a page. */
export function createDrawing(width: number, height: number, bleed = 0): Drawing {
  const definitions = new Map<string, string>()
  let body = ''
  return {
    width,
    height,
    bleed,
    add(markup) {
      body += markup
    },
    define(id, markup) {
      if (!definitions.has(id)) definitions.set(id, markup())
    },
    toSvg: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
      `<defs>${[...definitions.values()].join('')}</defs>${body}</svg>`,
  }
}

/** Where and how large something defined is drawn. */
export interface Placement {
  x: number
  y: number
  scale: number
  /** Mirrored, looking the other way. */
  isFlipped?: boolean
}

/** The attribute that places what is drawn about its own origin. */
export function placed({ x, y, scale, isFlipped = false }: Placement): string {
  const size = short(scale, 3)
  return `transform="matrix(${isFlipped ? `-${size}` : size} 0 0 ${size} ${short(x)} ${short(y)})"`
}
