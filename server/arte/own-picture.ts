import sharp from 'sharp'
import type { Imagem } from '../domain/evento-gravado.ts'
import type { CampoDeImagem, Enviada, Originais, Orientacao, Preparada } from '../domain/imagem.ts'
import { encodeWithin, FORMATS } from './encode.ts'

/** The organiser's picture cannot be used. The message is a sentence for the organiser. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
  readonly campo: CampoDeImagem

  constructor(campo: CampoDeImagem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.campo = campo
  }
}

/** The most pixels a picture may have: as many as nearly all phone cameras make. Opened, they take 200 MB. */
export const PIXELS_MAX = 70_000_000

/** The greatest ratio of length to width, and of width to length: no encoder takes a ribbon. */
const RATIO_MAX = 4

/** Widths that the page asks for. MAX_BYTES applies at the `reference`; other limits grow with the area. */
const ORIENTATIONS = {
  retrato: { widths: [480, 720, 1080], reference: 720 },
  paisagem: { widths: [960, 1280, 1920], reference: 1280 },
} as const

const MAX_BYTES = 60_000
const PREVIEW = { width: 1200, height: 630, maxBytes: 300_000 }

/** Fills the transparent parts of a picture: the page's background colour. */
const BACKGROUND = '#17332a'

/**
 * Turns the organiser's own picture into the files that pages ask for: `retrato-720x1280.avif` and so on for
 * each width (never wider than the picture) in AVIF, WebP and JPEG, rotated upright, without metadata, and
 * `previa.jpg` for link previews.
 * @throws PictureError when a file is no picture, has too many pixels, or too much detail for the limit
 */
export async function makePicture({ retrato, paisagem }: Originais): Promise<Imagem['arquivos']> {
  const upright = {
    retrato: await read('retrato', retrato),
    paisagem: paisagem === null ? null : await read('paisagem', paisagem),
  }
  const made: [string, Buffer][] = []
  for (const orientation of ['retrato', 'paisagem'] as const) {
    const original = upright[orientation]
    if (original !== null) made.push(...(await renditions(original, orientation)))
  }
  made.push([
    'previa.jpg',
    await preview(upright.paisagem ?? upright.retrato, paisagem ? 'paisagem' : 'retrato'),
  ])
  return made.map(([nome, bytes]) => ({ nome, bytes: new Uint8Array(bytes) }))
}

/** The same, with a problem as an outcome. */
export async function preparePicture(enviada: Enviada): Promise<Preparada> {
  try {
    if (!('logo' in enviada)) return { kind: 'feita', arquivos: await makePicture(enviada) }
    const { makeLogo } = await import('./own-logo.ts')
    return { kind: 'feita', arquivos: await makeLogo(enviada.logo) }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    return { kind: 'recusada', campo: error.campo, problema: error.message }
  }
}

/** How files that are opened at all begin: drawings, films and documents would reach larger decoders. */
const BEGINNINGS = [/^\xFF\xD8\xFF/, /^\x89PNG\r\n/, /^RIFF.{4}WEBP/s, /^.{4}ftyp(avif|avis|mif1)/s]

/** Tells whether a file begins as a picture made of pixels. */
export function isPicture(bytes: Uint8Array): boolean {
  const begin = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
  return BEGINNINGS.some((beginning) => beginning.test(begin))
}

/** Reads a picture upright, opaque and in sRGB. Only pixels are kept: metadata could say where it is from. */
async function read(campo: Orientacao, { nome, bytes }: Originais['retrato']): Promise<Buffer> {
  const options = { limitInputPixels: false }
  const meta = isPicture(bytes)
    ? await sharp(bytes, options)
        .metadata()
        .catch(() => null)
    : null
  if (meta === null) throw noPicture(campo, nome)
  const { width, height, pages = 1 } = meta
  if (pages > 1)
    throw new PictureError(campo, `A imagem ${nome} se mexe: salve um quadro dela como PNG ou JPEG.`)
  if (width * height > PIXELS_MAX)
    throw new PictureError(
      campo,
      `A imagem ${nome} é grande demais, de ${grouped(width)} × ${grouped(height)} pixels: salve-a com até 4.000 de largura.`,
    )
  if (Math.max(width, height) > RATIO_MAX * Math.min(width, height))
    throw new PictureError(campo, `A imagem ${nome} é comprida demais: corte-a, e envie de novo.`)
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_MAX })
      .autoOrient()
      .resize({ width: Math.max(...ORIENTATIONS[campo].widths, PREVIEW.width), withoutEnlargement: true })
      .flatten({ background: BACKGROUND })
      .toColourspace('srgb')
      .png({ compressionLevel: 1 })
      .toBuffer()
  } catch (cause) {
    throw noPicture(campo, nome, cause)
  }
}

const noPicture = (campo: Orientacao, nome: string, cause?: unknown) =>
  new PictureError(campo, `O arquivo ${nome} não é uma imagem que dê para usar: salve-a como PNG ou JPEG.`, {
    cause,
  })

const grouped = (count: number) => count.toLocaleString('pt-BR')

async function renditions(original: Buffer, orientation: Orientacao): Promise<[string, Buffer][]> {
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
          orientation,
          `A imagem (${orientation}) tem detalhes demais: em ${width} pixels de largura não cabe em ` +
            `${Math.round(maxBytes / 1000)} KB. Use uma com menos textura ou granulado.`,
        )
      }
      made.push([`${orientation}-${width}x${pixels.info.height}.${format}`, contents])
    }
  }
  return made
}

async function preview(original: Buffer, campo: Orientacao): Promise<Buffer> {
  const { width, height, maxBytes } = PREVIEW
  const pixels = await sharp(original)
    .resize({ width, height, fit: 'cover' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const contents = await encodeWithin(pixels, 'jpg', maxBytes)
  if (contents === null)
    throw new PictureError(campo, 'A imagem tem detalhes demais para a prévia dos links.')
  return contents
}
