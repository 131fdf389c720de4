import sharp, { type Sharp } from 'sharp'

/** A palette halves the file and suits flat colours with soft edges; more effort hardly helps. */
const PNG = { compressionLevel: 9, palette: true, colours: 64, dither: 0, effort: 1 } as const

/** A logo or a picture of the organiser's has more shades than our drawings. */
const OWN_COLOURS = 256

/**
 * Turns an SVG picture into PNG.
 * @param width in pixels; the height follows
 * @param isOwn whether it shows what an organiser sent
 */
export async function rasterize(svg: string, width: number, isOwn = false): Promise<Buffer> {
  const colours = isOwn ? OWN_COLOURS : PNG.colours
  return sharp(Buffer.from(svg))
    .resize({ width })
    .png({ ...PNG, colours })
    .toBuffer()
}

/** Qualities in the order they are tried. The last is the worst that still looks acceptable. */
const ENCODERS = {
  avif: {
    qualities: [60, 50, 40, 30, 22, 15],
    encode: (image: Sharp, quality: number) => image.avif({ quality }),
  },
  webp: {
    qualities: [82, 74, 64, 54, 42, 30, 18],
    encode: (image: Sharp, quality: number) => image.webp({ quality, effort: 6 }),
  },
  jpg: {
    qualities: [82, 74, 64, 54, 42, 30, 20],
    encode: (image: Sharp, quality: number) => image.jpeg({ quality, mozjpeg: true }),
  },
} as const

export type Format = keyof typeof ENCODERS

/** JPEG is the quickest to encode and the first not to fit, so it is tried first. */
export const FORMATS: Format[] = ['jpg', 'webp', 'avif']

/** Encodes a picture of the final size at the best quality that fits; null when even the worst does not. */
export async function encodeWithin(pixels: Buffer, format: Format, maxBytes: number): Promise<Buffer | null> {
  const { qualities, encode } = ENCODERS[format]
  for (const quality of qualities) {
    const contents = await encode(sharp(pixels), quality).toBuffer()
    if (contents.length <= maxBytes) return contents
  }
  return null
}
