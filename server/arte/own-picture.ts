import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { encodeWithin, FORMATS } from './encode.ts'

/** The picture cannot be used. The message is a sentence for the organiser. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

/** What the organiser hands over; `alt` is null when the event's own words describe it. */
export interface Picture {
  retrato: string
  paisagem: string | null
  alt: string | null
}

/** Widths the page asks for, and the width at which MAX_BYTES holds; wider ones may weigh as their area does. */
const ORIENTATIONS = {
  retrato: { widths: [480, 720, 1080], reference: 720 },
  paisagem: { widths: [960, 1280, 1920], reference: 1280 },
} as const

const MAX_BYTES = 60_000
const PREVIEW = { width: 1200, height: 630, maxBytes: 300_000 }

/** Shows through a picture that has holes: the page behind it. */
const BACKGROUND = '#17332a'

/**
 * Writes the organiser's own picture as the page asks for it, in place of what was there: `retrato-720x1280.avif` and
 * so on for each width (never wider than the picture) in AVIF, WebP and JPEG, turned as the camera says, without
 * metadata; `previa.jpg` for link previews; `alt.txt`. Nothing is written unless all can be.
 * @param directory `app/arte/imagem`
 * @returns the names written
 * @throws PictureError when a file is missing, is no picture, or cannot be made light enough
 */
export async function writePicture(
  directory: string,
  { retrato, paisagem, alt }: Picture,
): Promise<string[]> {
  const files = new Map<string, Buffer | string>()
  const originals = {
    retrato: await read(retrato),
    paisagem: paisagem === null ? null : await read(paisagem),
  }
  for (const orientation of ['retrato', 'paisagem'] as const) {
    const original = originals[orientation]
    if (original === null) continue
    for (const [name, contents] of await renditions(original, orientation)) files.set(name, contents)
  }
  files.set('previa.jpg', await preview(originals.paisagem ?? originals.retrato))
  if (alt !== null) files.set('alt.txt', `${alt}\n`)

  removePicture(directory)
  mkdirSync(directory, { recursive: true })
  for (const [name, contents] of files) writeFileSync(join(directory, name), contents)
  return [...files.keys()]
}

/**
 * Goes back to the drawn invitation.
 * @returns how many files were removed
 */
export function removePicture(directory: string): number {
  let names: string[] = []
  try {
    names = readdirSync(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  rmSync(directory, { recursive: true, force: true })
  return names.length
}

/** The picture upright, opaque, in sRGB: pixels only, so that nothing of the camera's is passed on. */
async function read(path: string): Promise<Buffer> {
  try {
    return await sharp(path)
      .autoOrient()
      .flatten({ background: BACKGROUND })
      .png({ compressionLevel: 1 })
      .toBuffer()
  } catch (cause) {
    const isMissing = cause instanceof Error && cause.message.includes('missing')
    throw new PictureError(
      isMissing
        ? `Não achei o arquivo ${path}.`
        : `O arquivo ${path} não é uma imagem que dê para usar: salve-a como PNG ou JPEG.`,
      { cause },
    )
  }
}

async function renditions(
  original: Buffer,
  orientation: keyof typeof ORIENTATIONS,
): Promise<[string, Buffer][]> {
  const { widths, reference } = ORIENTATIONS[orientation]
  const { width: own } = await sharp(original).metadata()
  const made: [string, Buffer][] = []
  for (const width of new Set(widths.map((asked) => Math.min(asked, own)))) {
    const maxBytes = Math.round(MAX_BYTES * Math.max(1, (width / reference) ** 2))
    const pixels = await sharp(original)
      .resize({ width })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true })
    for (const format of FORMATS) {
      const contents = await encodeWithin(pixels.data, format, maxBytes)
      if (contents === null) {
        throw new PictureError(
          `A imagem (${orientation}) tem detalhes demais: em ${width} pixels de largura não cabe em ` +
            `${Math.round(maxBytes / 1000)} KB. Use uma com menos textura ou granulado.`,
        )
      }
      made.push([`${orientation}-${width}x${pixels.info.height}.${format}`, contents])
    }
  }
  return made
}

async function preview(original: Buffer): Promise<Buffer> {
  const { width, height, maxBytes } = PREVIEW
  const pixels = await sharp(original)
    .resize({ width, height, fit: 'cover' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const contents = await encodeWithin(pixels, 'jpg', maxBytes)
  if (contents === null) throw new PictureError('A imagem tem detalhes demais para a prévia dos links.')
  return contents
}
