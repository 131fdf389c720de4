import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assuntoOf, camposOf, NO_CONVITE, type Campo } from '../domain/assuntos.ts'
import { EventoError, type Evento } from '../domain/evento.ts'
import { variantsOf } from '../precompress.ts'
import type { DRAWN } from './arte.ts'
import { rowsOfEvento } from './credencial-picture.ts'
import { isDrawable } from './certificado/lines.ts'
import { createDrawing, drawScenery, logo, type LogoPng, PALETTE } from './drawing.ts'
import { rasterize } from './encode.ts'
import {
  drawLandscape,
  drawPortrait,
  drawPreview,
  rowsOfLandscape,
  rowsOfPortrait,
  rowsOfPreview,
} from './invitation.ts'
import { writeAll } from './lettering.ts'
import { wordingOf } from './wording.ts'

type Drawn = (typeof DRAWN)[number]

/** The drawings of every event, which are sent compressed. The picture of link previews is made apart. */
const DRAWINGS: Record<Exclude<Drawn, 'previa.png'>, (evento: Evento, png: LogoPng) => string> = {
  'convite-retrato.svg': (evento, png) => drawPortrait(evento, { png }),
  'convite-paisagem.svg': (evento, png) => drawLandscape(evento, { png }),
  'encerrado-retrato.svg': (evento, png) => drawPortrait(evento, { isClosed: true, png }),
  'encerrado-paisagem.svg': (evento, png) => drawLandscape(evento, { isClosed: true, png }),
}
/**
 * Draws everything that shows the event. Takes half a second of a core, most of it loading.
 * @returns by name, each SVG also compressed as `.br` and `.gz`
 * @throws EventoError when a text of the event cannot be drawn
 */
export async function drawArte(evento: Evento, png: LogoPng = null): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const [name, draw] of Object.entries(DRAWINGS)) {
    const contents = Buffer.from(draw(evento, png))
    files.set(name, contents)
    for (const [extension, variant] of variantsOf(contents)) files.set(`${name}.${extension}`, variant)
  }
  return files.set('previa.png', await rasterize(drawPreview(evento, png), 1200, png !== null))
}

/**
 * Draws the pictures that the build needs and that show no event, into `app/arte` and `public`.
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
 * Writes files that the build makes, by their path below `root`. Unchanged files are not written, so that a
 * repeated build does not look stale.
 */
export function writeChanged(root: string, files: Record<string, string | Buffer>): void {
  for (const [path, contents] of Object.entries(files)) {
    const file = join(root, path)
    if (!existsSync(file) || !readFileSync(file).equals(Buffer.from(contents))) writeFileSync(file, contents)
  }
}

/**
 * Draws the logo on a dark square, as SVG. Without `isRounded` the corners stay square, because the system
 * that shows it rounds them.
 */
export function drawIcon({ isRounded }: { isRounded: boolean }): string {
  const drawing = createDrawing(32, 32)
  drawing.add(`<rect width="32" height="32" rx="${isRounded ? 6 : 0}" fill="${PALETTE.tinta}"/>`)
  drawing.add(logo({ x: 16, y: 16, scale: 0.15, fill: PALETTE.botao }))
  return drawing.toSvg()
}

/** The favicon of old browsers: one PNG of 32 pixels in an ICO. */
async function icoPicture(): Promise<Buffer> {
  const png = await rasterize(drawIcon({ isRounded: true }), 32)
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // one picture
  header.writeUInt8(32, 6) // width
  header.writeUInt8(32, 7) // height
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18) // offset of the picture
  return Buffer.concat([header, png])
}

/** The fields the invitation shows as typed. */
const TEXTS = NO_CONVITE.filter((name) => assuntoOf(name).forma.kind === 'linha')

/** Words that fit every picture. */
const SHORT = Object.fromEntries(TEXTS.map((name) => [name, 'A'])) as Partial<Evento>

/**
 * The fields of an event that do not fit its pictures or have a character no font here has, and the
 * signatories' fields that a certificate would show half of. Only the words are drawn, without the scenery:
 * a few milliseconds once the fonts are open.
 */
export function undrawableIn(evento: Evento): Campo[] {
  return [...unshownIn(evento), ...unsignedIn(evento)]
}

function unsignedIn({ assinaturas = [] }: Evento): Campo[] {
  return assinaturas.flatMap(({ nome, cargo }, at) => {
    const n = at === 0 ? '1' : '2'
    return [
      ...(isDrawable(nome, 'strong') ? [] : [`assina-${n}` as const]),
      ...(isDrawable(cargo, 'slanted') ? [] : [`cargo-${n}` as const]),
    ]
  })
}

function unshownIn(evento: Evento): Campo[] {
  if (canDraw(evento)) return []
  const alone = TEXTS.filter((name) => !canDraw({ ...evento, ...SHORT, [name]: evento[name] }))
  // Venue and city share a line.
  return alone.length > 0 ? alone.flatMap(camposOf) : ['local']
}

function canDraw(evento: Evento): boolean {
  const wording = wordingOf(evento)
  const { ground, words } = rowsOfPortrait(wording)
  const rows = [
    ...ground,
    ...words,
    ...rowsOfLandscape(wording),
    ...rowsOfPreview(wording),
    ...rowsOfEvento(evento),
  ]
  try {
    writeAll(createDrawing(1600, 1920), rows)
    return true
  } catch (error) {
    if (!(error instanceof EventoError)) throw error
    return false
  }
}
