import sharp from 'sharp'

/** A palette halves the file and suits flat colours with soft edges; more effort hardly helps. */
const PNG = { compressionLevel: 9, palette: true, colours: 64, dither: 0, effort: 1 } as const

/**
 * Turns an SVG picture into PNG.
 * @param width in pixels; the height follows
 */
export async function rasterize(svg: string, width: number): Promise<Buffer> {
  return sharp(Buffer.from(svg)).resize({ width }).png(PNG).toBuffer()
}
