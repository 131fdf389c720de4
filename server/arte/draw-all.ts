import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Evento } from '../domain/evento.ts'
import { variantsOf } from '../precompress.ts'
import type { DRAWN } from './arte.ts'
import { drawIcon, icoPicture } from './icons.ts'
import { drawLandscape, drawPortrait, drawPreview } from './invitation.ts'
import { rasterize } from './encode.ts'
import { drawScenery } from './drawing.ts'

type Drawn = (typeof DRAWN)[number]

/** The drawings of every event, which travel compressed; beside them stands the picture of link previews. */
const DRAWINGS: Record<Exclude<Drawn, 'previa.png'>, (evento: Evento) => string> = {
  'convite-retrato.svg': (evento) => drawPortrait(evento),
  'convite-paisagem.svg': (evento) => drawLandscape(evento),
  'encerrado-retrato.svg': (evento) => drawPortrait(evento, true),
  'encerrado-paisagem.svg': (evento) => drawLandscape(evento, true),
}
/**
 * Draws everything that shows the event: half a second of a core, most of it loading.
 * @returns by name, each SVG also compressed as `.br` and `.gz`
 * @throws EventoError when a text of the event cannot be drawn
 */
export async function drawArte(evento: Evento): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const [name, draw] of Object.entries(DRAWINGS)) {
    const contents = Buffer.from(draw(evento))
    files.set(name, contents)
    for (const [extension, variant] of variantsOf(contents)) files.set(`${name}.${extension}`, variant)
  }
  return files.set('previa.png', await rasterize(drawPreview(evento), 1200))
}

/**
 * Draws what the build needs and tells no event, into `app/arte` and `public`.
 * @param root the project's directory
 */
export async function drawBuilt(root: string): Promise<void> {
  writeChanged(root, {
    'app/arte/campo.svg': drawScenery('letterhead').toSvg(),
    'public/favicon.svg': drawIcon({ isRounded: true }),
    'public/favicon.ico': await icoPicture(),
    'public/apple-touch-icon.png': await rasterize(drawIcon({ isRounded: false }), 180),
  })
}

/**
 * Writes files the build makes, by their place below `root`. Those whose content stays the same are not written, so that
 * a build made again does not look stale.
 */
export function writeChanged(root: string, files: Record<string, string | Buffer>): void {
  for (const [path, contents] of Object.entries(files)) {
    const file = join(root, path)
    if (!existsSync(file) || !readFileSync(file).equals(Buffer.from(contents))) writeFileSync(file, contents)
  }
}
