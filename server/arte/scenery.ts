import { readFileSync } from 'node:fs'
import { createDrawing, type Drawing } from './drawing.ts'

/** The colours of words, logo and icons. Those of the scenery are in its files. */
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
 * Begins a drawing with a file of `scenery/`, which is read the first time.
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
 * Turns an SVG file into a group, without what only an editor reads: comments, the editor's own elements and
 * attributes, indentation, ids that nothing refers to. The other ids become short ones that no letter has.
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
