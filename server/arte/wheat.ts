import type { Drawing } from './drawing.ts'
import { PALETTE } from './palette.ts'
import { createPath, row, short } from './path.ts'

/** One stalk: where its ear sits, where it comes out of the ground, how large, and whether it stands behind. */
export interface Stalk {
  ear: { x: number; y: number }
  foot: { x: number; y: number }
  scale: number
  isBehind?: boolean
}

/** A leaf: where it leaves the stalk and how far its tip is from there. */
export interface Leaf {
  x: number
  y: number
  toX: number
  toY: number
  thickness: number
  isBehind?: boolean
}

const PAIRS = 9
const EAR_HEIGHT = 208

/** Draws a sheaf at the left edge, and its mirror image at the right. */
export function drawSheaves(drawing: Drawing, stalks: Stalk[], leaves: Leaf[]): void {
  defineEar(drawing)
  const sheaf = stalks.map(stalkOf).join('') + leaves.map(leafOf).join('')
  drawing.add(
    `<g id="feixe">${sheaf}</g><use href="#feixe" transform="matrix(-1 0 0 1 ${drawing.width} 0)"/>`,
  )
}

/** The ear once as outlines, then twice in colour: in the light, and behind. */
function defineEar(drawing: Drawing): void {
  const { left, right, awns } = earOutlines()
  drawing.define('gl', () => `<path id="gl" d="${left}"/>`)
  drawing.define('gr', () => `<path id="gr" d="${right}"/>`)
  drawing.define(
    'ga',
    () => `<path id="ga" fill="none" stroke-width="1.7" stroke-linecap="round" d="${awns}"/>`,
  )
  const coloured = (id: string, light: string, shade: string, awn: string) =>
    `<g id="${id}"><use href="#ga" stroke="${awn}"/><use href="#gr" fill="${shade}"/><use href="#gl" fill="${light}"/></g>`
  const { trigo, trigoClaro, trigoEscuro, palha } = PALETTE
  drawing.define('ew', () => coloured('ew', trigoClaro, trigo, trigoEscuro))
  drawing.define('eb', () => coloured('eb', trigo, trigoEscuro, palha))
}

/** Grains in pairs up a leaning axis, smaller towards the tip, each with its awn; one more grain on top. */
function earOutlines(): { left: string; right: string; awns: string } {
  const [left, right, awns] = [createPath(0), createPath(0), createPath(0)]
  const axis = (t: number) => ({ x: 16 * t * t, y: -EAR_HEIGHT * t, lean: -Math.PI / 2 + 0.12 * t })

  for (let i = 0; i < PAIRS; i += 1) {
    const t = i / (PAIRS - 1)
    const { x, y, lean } = axis(t)
    const taper = (i === 0 ? 0.82 : 1) * (1 - 0.36 * t * t)
    for (const side of [-1, 1]) {
      const foot = { x: x + Math.cos(lean + side * 1.57) * 4, y: y + Math.sin(lean + side * 1.57) * 4 }
      const angle = lean + side * 0.47
      const tip = ahead(foot, angle, 46 * taper)
      const belly = ahead(foot, angle, 19.3 * taper)
      const swell = { x: Math.cos(angle + 1.57) * 15.5 * taper, y: Math.sin(angle + 1.57) * 15.5 * taper }
      ;(side < 0 ? left : right)
        .move(foot.x, foot.y)
        .quad(belly.x + swell.x, belly.y + swell.y, tip.x, tip.y)
        .quad(belly.x - swell.x, belly.y - swell.y, foot.x, foot.y)
        .close()
      const length = 46 * taper * (1.8 - 0.5 * t)
      const bend = ahead(tip, angle, length * 0.4)
      const end = ahead(tip, lean + side * 0.26, length)
      awns.move(tip.x, tip.y).quad(bend.x, bend.y, end.x, end.y)
    }
  }

  const top = axis(1)
  const tip = ahead(top, top.lean, 44)
  const belly = ahead(top, top.lean, 17.6)
  left
    .move(top.x, top.y)
    .quad(belly.x - 9, belly.y, tip.x, tip.y)
    .quad(belly.x + 9, belly.y, top.x, top.y)
    .close()
  return { left: left.d(), right: right.d(), awns: awns.d() }
}

function ahead(from: { x: number; y: number }, angle: number, distance: number): { x: number; y: number } {
  return { x: from.x + Math.cos(angle) * distance, y: from.y + Math.sin(angle) * distance }
}

/** The stem bends towards the ear, and the ear goes on where the stem points. */
function stalkOf({ ear, foot, scale, isBehind = false }: Stalk): string {
  const rise = foot.y - ear.y
  const bend = { x: ear.x - (ear.x - foot.x) * 0.1 - 8, y: ear.y + rise * 0.34 }
  const lean = (Math.atan2(ear.x - bend.x, bend.y - ear.y) * 180) / Math.PI
  const stem = createPath(0)
    .move(foot.x, foot.y)
    .cubic(foot.x, foot.y - rise * 0.45, bend.x, bend.y, ear.x, ear.y)
    .d()
  return (
    `<path fill="none" stroke="${isBehind ? PALETTE.palha : PALETTE.trigoEscuro}" stroke-width="${short(5.5 * scale)}" d="${stem}"/>` +
    `<use href="#${isBehind ? 'eb' : 'ew'}" transform="translate(${row([ear.x, ear.y], 0)}) rotate(${short(lean)}) scale(${short(scale, 2)})"/>`
  )
}

function leafOf({ x, y, toX, toY, thickness, isBehind = false }: Leaf): string {
  const outline = createPath(0)
    .move(x, y)
    .quad(x + toX * 0.22, y + toY * 1.15, x + toX, y + toY)
    .quad(x + toX * 0.4, y + toY * 0.85 + thickness, x, y + thickness)
    .close()
    .d()
  return `<path fill="${isBehind ? PALETTE.palha : PALETTE.trigoEscuro}" d="${outline}"/>`
}
