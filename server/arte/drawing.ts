/**
 * A drawing that begins with this scenery, or empty. What is drawn more than once is defined once: that, and few
 * decimals, keep the picture small enough to travel inside a page.
 */
export function createDrawing(
  width: number,
  height: number,
  scenery = '',
  definitions = new Map<string, string>(),
) {
  let body = scenery
  return {
    width,
    height,
    /** What `define` kept, by id. */
    definitions,
    add: (markup: string) => void (body += markup),
    /** Keeps markup, which must have this id, for any number of `<use>` elements. Given twice, it is kept once. */
    define(id: string, markup: () => string) {
      if (!definitions.has(id)) definitions.set(id, markup())
    },
    /** What was drawn, without a frame and without the definitions it uses. */
    body: () => body,
    toSvg: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
      `<defs>${[...definitions.values()].join('')}</defs>${body}</svg>`,
  }
}

export type Drawing = ReturnType<typeof createDrawing>

/**
 * Puts two drawings of one size into a picture without a ratio, which fills any box at least as tall as they are: both
 * as wide as the box, `ground` down to its foot, `words` at half its height. Each stands in a frame ten boxes high, so
 * that the width alone scales it.
 * @param words a drawing that shares the definitions of `ground`
 */
export function stretched(ground: Drawing, words: Drawing): string {
  const frame = ({ width, height, body }: Drawing, y: string, hold: string) =>
    `<svg y="${y}" width="100%" height="1000%" viewBox="0 0 ${width} ${height}" preserveAspectRatio="${hold}">` +
    `${body()}</svg>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%">` +
    `<defs>${[...ground.definitions.values()].join('')}</defs>` +
    `${frame(ground, '-900%', 'xMidYMax')}${frame(words, '-450%', 'xMidYMid')}</svg>`
  )
}
