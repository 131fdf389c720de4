import type { Drawing } from './drawing.ts'
import { PALETTE } from './palette.ts'
import { createPath, row, short } from './path.ts'

/** To each side; those further out are hidden by the rise. */
const FURROWS = 9

/** Furrows run from one point behind the rise: a green row, a shadow beside it, red earth between. */
export function drawFurrows({ width, height, bleed, add }: Drawing, meet: number, step: number): void {
  const wedges = (from: number, share: number) =>
    Array.from({ length: FURROWS * 2 }, (_, i) => {
      const left = width / 2 + (i - FURROWS + from) * step
      return `M${row([width / 2, meet], 0)}L${row([left, height], 0)}h${short(step * share, 0)}z`
    }).join('')
  add(
    `<g clip-path="url(#a)"><path fill="${PALETTE.terraArada}" d="M${-bleed} ${short(meet, 0)}h${width + 2 * bleed}V${height}H${-bleed}z"/>` +
      `<path fill="${PALETTE.sulco}" d="${wedges(0.69, 0.2)}"/><path fill="${PALETTE.lavoura}" d="${wedges(0.33, 0.36)}"/></g>`,
  )
}

/** Draws the dark ground in front, hollow in the middle, that carries what is written at the bottom. */
export function drawForeground({ width, height, bleed, add }: Drawing, y: number): void {
  const outline = createPath(0)
    .move(-bleed, y - 34)
    .line(0, y - 34)
    .cubic(0.2 * width, y - 6, 0.34 * width, y + 20, 0.5 * width, y + 20)
    .cubic(0.66 * width, y + 20, 0.8 * width, y - 6, width, y - 34)
    .line(width + bleed, y - 34)
    .d()
  add(`<path fill="${PALETTE.tinta}" d="${outline}V${height + bleed}H${-bleed}z"/>`)
}
