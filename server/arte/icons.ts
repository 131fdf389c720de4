import { createDrawing, type Drawing, PALETTE } from './drawing.ts'
import { rasterize } from './encode.ts'
import { LOGO_OUTLINE } from './logo-outline.ts'
import { short } from './path.ts'

/** Draws the logo on a dark square, as SVG. The corners stay square where the system that shows it rounds them. */
export function drawIcon({ isRounded }: { isRounded: boolean }): string {
  const drawing = createDrawing(32, 32)
  drawing.add(`<rect width="32" height="32" rx="${isRounded ? 6 : 0}" fill="${PALETTE.tinta}"/>`)
  drawLogo(drawing, { y: 16, scale: 0.15, fill: PALETTE.botao })
  return drawing.toSvg()
}

/** The favicon of old browsers: one PNG of 32 pixels in an ICO. */
export async function icoPicture(): Promise<Buffer> {
  const png = await rasterize(drawIcon({ isRounded: true }), 32)
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // one picture
  header.writeUInt8(32, 6) // wide
  header.writeUInt8(32, 7) // high
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits a pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18) // where it begins
  return Buffer.concat([header, png])
}

/** Draws the logo about a centre. `scale` 1 is 200 wide. */
export function drawLogo(
  { width, add }: Drawing,
  { y, scale, fill }: { y: number; scale: number; fill: string },
): void {
  const [left, top, size] = [width / 2 - 100 * scale, y - 100 * scale, short(scale, 3)]
  add(
    `<path fill="${fill}" fill-rule="evenodd" transform="matrix(${size} 0 0 ${size} ${short(left)} ${short(top)})" d="${LOGO_OUTLINE}"/>`,
  )
}
