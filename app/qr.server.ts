import { encode } from 'uqr'

/** Light modules around the code, as the standard asks for. */
const QUIET_ZONE = 4

/** A QR code as the outline of its dark modules, in a square of `size` modules a side. */
export interface Qr {
  size: number
  /** For the `d` of an SVG path. */
  path: string
}

/** The QR code of a text, with 15 % of it to spare: paper gets creased. */
export function qrOf(text: string): Qr {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return { size, path: data.map(pathOfRow).join('') }
}

/** Neighbouring dark modules make one bar. */
function pathOfRow(row: boolean[], y: number): string {
  const signs = row.map((isDark) => (isDark ? '#' : ' ')).join('')
  return Array.from(
    signs.matchAll(/#+/g),
    ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
  ).join('')
}
