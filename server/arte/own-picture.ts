import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { encodeWithin, FORMATS } from './encode.ts'

/** The organiser's picture cannot be used. The message is a sentence for the organiser. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

/** Paths of the organiser's pictures. `alt` is null when the event's own words describe them. */
export interface Picture {
  retrato: string
  paisagem: string | null
  alt: string | null
}

/** Widths that the page asks for. MAX_BYTES holds at the `reference`; a wider picture's limit grows with its area. */
const ORIENTATIONS = {
  retrato: { widths: [480, 720, 1080], reference: 720 },
  paisagem: { widths: [960, 1280, 1920], reference: 1280 },
} as const

const MAX_BYTES = 60_000
const PREVIEW = { width: 1200, height: 630, maxBytes: 300_000 }

/** Fills the transparent parts of a picture: the colour of the page behind it. */
const BACKGROUND = '#17332a'

/**
 * Replaces the invitation's picture by the organiser's own: `retrato-720x1280.avif` and so on for each width (never
 * wider than the picture) in AVIF, WebP and JPEG, rotated upright, without metadata; `previa.jpg` for link previews;
 * `alt.txt`. Nothing is written unless everything can be.
 * @param directory `app/arte/imagem`
 * @throws PictureError when a file is missing, is not a picture, or has too much detail for the limit
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

/** Removes the organiser's own picture, so that the drawn invitation is shown again. */
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

/** Reads a picture upright, opaque and in sRGB. Only pixels are kept: metadata could say where the photo was taken. */
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
