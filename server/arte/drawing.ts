import { readFileSync } from 'node:fs'
import type { OwnLogo } from './arte.ts'
import { LOGO_OUTLINE } from './logo-outline.ts'

/**
 * Starts a drawing, empty or with this scenery. Anything drawn more than once is defined once: that, and few
 * decimals, keep the picture small enough to be inlined in a page.
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
    /** The markup given to `define`, by id. */
    definitions,
    add: (markup: string) => void (body += markup),
    /** Keeps markup, which must have this id, for any number of `<use>` elements, and does so only once. */
    define(id: string, markup: () => string) {
      if (!definitions.has(id)) definitions.set(id, markup())
    },
    /** The markup drawn so far, without a frame and without the definitions it uses. */
    body: () => body,
    toSvg: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
      `<defs>${[...definitions.values()].join('')}</defs>${body}</svg>`,
  }
}

export type Drawing = ReturnType<typeof createDrawing>

/**
 * Combines two drawings of one size into a picture without a fixed ratio, which fills any box at least as
 * tall as they are. Both are as wide as the box, `ground` at its foot, `words` at half its height. Each has a
 * frame ten boxes high, so that the width alone scales it.
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

/** The colours of words, logo and icons. The scenery's are in its files. */
export const PALETTE = {
  papel: '#F8F1E0',
  tinta: '#17332A',
  terra: '#8A3A1E',
  ouro: '#8A5E0C',
  botao: '#EBC167',
} as const

/** The SVG files of `scenery/`, which hold everything but the words and the logo. */
export type SceneryName = 'portrait' | 'landscape' | 'preview' | 'letterhead' | 'certificado'

const files = new Map<SceneryName, string>()

/**
 * Starts a drawing from a file of `scenery/`, which is read the first time.
 * @param withOrnaments whether the group `ornaments` is shown: rules, frames and the button
 */
export function drawScenery(name: SceneryName, { withOrnaments = true } = {}): Drawing {
  const svg = files.get(name) ?? readFileSync(new URL(`scenery/${name}.svg`, import.meta.url), 'utf8')
  files.set(name, svg)
  const [, width, height] = /<svg\b[^>]*\sviewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
  if (!width || !height) throw new Error(`scenery/${name}.svg has no viewBox that begins at 0 0`)
  const shown = withOrnaments ? svg : svg.replace('id="ornaments"', 'visibility="hidden"')
  return createDrawing(Number(width), Number(height), compact(shown))
}

/**
 * Turns an SVG file into a group, dropping what only an editor reads: comments, the editor's own elements and
 * attributes, indentation, ids that nothing refers to. The other ids become short ones that no letter uses.
 */
export function compact(svg: string): string {
  const used = new Set(Array.from(svg.matchAll(/(?:href="|url\()#([^")]+)/g), ([, id = '']) => id))
  const shortIds = new Map(Array.from(used, (id, i) => [id, `s${i.toString(36)}`]))
  const shortId = (id: string) => shortIds.get(id) ?? ''
  const group = (_: string, attributes: string) =>
    `<g${attributes.replace(/\s(?:xmlns|version|id|viewBox|width|height)="[^"]*"/g, '')}>`
  return svg
    .replace(/<!--[^]*?-->|<(metadata|[a-z]+:\w+)\b(?:[^>]*\/>|[^]*?<\/\1>)/g, '')
    .replace(/\sxlink:(?=href=)/g, ' ')
    .replace(/\s[a-z]+:[\w-]+="[^"]*"/g, '')
    .replace(/^[^]*?<svg\b([^>]*)>/, group)
    .replace(/<\/svg>\s*$/, '</g>')
    .replace(/\sid="([^"]*)"/g, (_, id: string) => (used.has(id) ? ` id="${shortId(id)}"` : ''))
    .replace(/(href="|url\()#([^")]+)/g, (_, before: string, id: string) => `${before}#${shortId(id)}`)
    .replace(/\s+/g, ' ')
    .replace(/> | (?=<|\/?>)/g, (found) => found.trim())
}

/** Writes a number as short as SVG allows: `0.50` is `.5`, and `-0` is `0`. */
export function short(value: number, decimals = 1): string {
  const text = String(Number(value.toFixed(decimals)))
  return text === '-0' ? '0' : text.replace(/^(-?)0\./, '$1.')
}

/** Joins numbers, by commas unless a minus sign does: in a `data:` address a space takes three characters. */
export function row(values: number[], decimals = 1): string {
  return values
    .map((value) => short(value, decimals))
    .reduce((text, next) => (text === '' || next.startsWith('-') ? text + next : `${text},${next}`), '')
}

/** The PNG of the organiser's logo, as `own-logo.ts` makes it; null for the ox. */
export type LogoPng = OwnLogo['png'] | null

interface Place {
  x: number
  y: number
  /** At 1 the ox is 200 wide and high; the organiser's logo is as high, and may be four times as wide. */
  scale: number
}

export const emblemBox = (scale: number) => ({ width: 860 * scale, height: 200 * scale })

/** The organiser's logo, or else the ox, centred on a point, as SVG. */
export function emblem(png: LogoPng, at: Place & { fill: string }): string {
  if (png === null) return logo(at)
  const { width, height } = emblemBox(at.scale)
  const place = `x="${short(at.x - width / 2)}" y="${short(at.y - height / 2)}" width="${short(width)}" height="${short(height)}"`
  return `<image ${place} href="data:image/png;base64,${Buffer.from(png).toString('base64')}"/>`
}

/** The ox, centred on a point, as SVG. */
export function logo({ x, y, scale, fill }: Place & { fill: string }): string {
  const [left, top, size] = [short(x - 100 * scale), short(y - 100 * scale), short(scale, 3)]
  const matrix = `matrix(${size} 0 0 ${size} ${left} ${top})`
  return `<path fill="${fill}" fill-rule="evenodd" transform="${matrix}" d="${LOGO_OUTLINE}"/>`
}
