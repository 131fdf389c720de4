import sharp, { type Sharp } from 'sharp'

/** From the best quality tried to the worst one still worth looking at. */
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

/** The quickest, which is also the first not to fit, comes first. */
export const FORMATS: Format[] = ['jpg', 'webp', 'avif']

/**
 * A picture at the best quality that fits.
 * @param pixels a picture sharp reads, of the final size
 * @returns null when not even the worst does
 */
export async function encodeWithin(pixels: Buffer, format: Format, maxBytes: number): Promise<Buffer | null> {
  const { qualities, encode } = ENCODERS[format]
  for (const quality of qualities) {
    const contents = await encode(sharp(pixels), quality).toBuffer()
    if (contents.length <= maxBytes) return contents
  }
  return null
}
