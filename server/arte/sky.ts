import type { Drawing } from './drawing.ts'
import { PALETTE } from './palette.ts'
import { row, short } from './path.ts'

/** The sun: its centre, its radius, how many rays it sends, and how thick its lines are. */
export interface Sun {
  x: number
  y: number
  radius: number
  rays: number
  /** 1 on the portrait. */
  line: number
}

const RINGS = 4
const BANDS = 7

/** Fills the picture with paper, a sunburst, and the sun on the horizon. */
export function drawSky(drawing: Drawing, sun: Sun): void {
  const { width, height, bleed } = drawing
  drawing.add(
    `<path fill="${PALETTE.papel}" d="M${-bleed} ${-bleed}h${width + 2 * bleed}v${height + bleed}H${-bleed}z"/>`,
  )
  drawRays(drawing, sun)
  const { x, y, radius, line } = sun
  for (let ring = 0; ring < RINGS; ring += 1) {
    drawing.add(
      `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius * (1.13 + ring * 0.13))}"` +
        ` fill="${ring === 0 ? PALETTE.papel : 'none'}" stroke="${PALETTE.sol}" stroke-width="${short((3.2 - 0.7 * ring) * line)}"/>`,
    )
  }
  const bands = Array.from({ length: BANDS }, (_, i) => {
    const up = (i + 1) * radius * 0.125
    const half = Math.sqrt(radius ** 2 - up ** 2)
    return `M${row([x - half, y - up])}h${short(2 * half)}`
  })
  drawing.add(
    `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${PALETTE.sol}"/>` +
      `<path stroke="${PALETTE.trigoClaro}" stroke-width="${short(2.2 * line)}" d="${bands.join('')}"/>`,
  )
}

/** All rays are one circle: a stroke as wide as it reaches, dashed. */
function drawRays({ width, height, add }: Drawing, { x, y, rays }: Sun): void {
  const reach = Math.ceil(Math.hypot(width, height) / 100) * 100
  add(
    `<circle cx="${short(x)}" cy="${short(y)}" r="${reach / 2}" fill="none" stroke="${PALETTE.raio}"` +
      ` stroke-width="${reach}" stroke-dasharray="${short((Math.PI * reach) / 2 / rays, 3)}"/>`,
  )
}
