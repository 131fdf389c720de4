import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Evento } from '../domain/evento.ts'
import { drawIcon, icoPicture } from './icons.ts'
import { drawLandscape } from './landscape.ts'
import { drawPortrait } from './portrait.ts'
import { drawPreview } from './preview.ts'
import { rasterize } from './encode.ts'
import { drawScenery } from './scenery.ts'

interface Picture {
  path: string
  contents: string | Buffer
}

/**
 * Draws everything that shows the event, and the icons, into `app/arte` and `public`. Files whose content stays the
 * same are not written, so that drawing again does not make the build look stale.
 * @param root the project's directory
 * @throws EventoError when a text of the event cannot be drawn
 */
export async function drawAll(root: string, evento: Evento): Promise<Picture[]> {
  const pictures = await picturesOf(evento)
  for (const { path, contents } of pictures) {
    const file = join(root, path)
    if (!existsSync(file) || !readFileSync(file).equals(Buffer.from(contents))) writeFileSync(file, contents)
  }
  return pictures
}

async function picturesOf(evento: Evento): Promise<Picture[]> {
  return [
    { path: 'app/arte/convite-retrato.svg', contents: drawPortrait(evento) },
    { path: 'app/arte/convite-paisagem.svg', contents: drawLandscape(evento) },
    { path: 'app/arte/encerrado-retrato.svg', contents: drawPortrait(evento, true) },
    { path: 'app/arte/encerrado-paisagem.svg', contents: drawLandscape(evento, true) },
    { path: 'app/arte/campo.svg', contents: drawScenery('letterhead').toSvg() },
    { path: 'app/arte/previa.png', contents: await rasterize(drawPreview(evento), 1200) },
    { path: 'public/favicon.svg', contents: drawIcon({ isRounded: true }) },
    { path: 'public/favicon.ico', contents: await icoPicture() },
    { path: 'public/apple-touch-icon.png', contents: await rasterize(drawIcon({ isRounded: false }), 180) },
  ]
}
