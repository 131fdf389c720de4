/** An SVG picture under construction. */
export interface Drawing {
  width: number
  height: number
  /** Adds markup on top of what is there. */
  add: (markup: string) => void
  /** Keeps markup, which must have this id, for any number of `<use>` elements. Given twice, it is kept once. */
  define: (id: string, markup: () => string) => void
  toSvg: () => string
}

/**
 * A drawing that begins with this scenery, or empty. What is drawn more than once is defined once: that, and few
 * decimals, keep the picture small enough to travel inside a page.
 */
export function createDrawing(width: number, height: number, scenery = ''): Drawing {
  const definitions = new Map<string, string>()
  let body = scenery
  return {
    width,
    height,
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
