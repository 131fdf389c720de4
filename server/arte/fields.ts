import type { Drawing } from './drawing.ts'
import { drawFurrows } from './earth.ts'
import { drawAraucaria, drawWindpump, drawZebu } from './farm.ts'
import { PALETTE } from './palette.ts'
import { createPath, short } from './path.ts'

/** A place in the fields: a share of the width, and a distance below the horizon before it is scaled. */
type Spot = [across: number, below: number]

/** The fields: where their horizon is, how large things are on it, and who lives there. */
export interface Fields {
  horizon: number
  scale: number
  herd: { at: Spot; scale: number; isFlipped?: boolean; isGrazing?: boolean }[]
  pines: { at: Spot; scale: number }[]
  windpump: number
  /** Width of a furrow at the bottom of the picture, as a share of the width. */
  furrow: number
  /** How far above the ploughed earth its furrows would meet. */
  vanishing: number
}

/** Ridges from edge to edge: a start, then control, control and end of each curve. */
const FAR_HILL: Spot[] = [
  ...([
    [0, -18],
    [0.12, -78],
    [0.26, -70],
    [0.38, -22],
  ] satisfies Spot[]),
  ...([
    [0.46, -2],
    [0.54, -4],
    [0.62, -26],
    [0.74, -84],
    [0.88, -92],
    [1, -52],
  ] satisfies Spot[]),
]
const NEAR_HILL: Spot[] = [
  ...([
    [0, 2],
    [0.16, -34],
    [0.3, -14],
    [0.44, 26],
  ] satisfies Spot[]),
  ...([
    [0.5, 40],
    [0.56, 36],
    [0.64, 20],
    [0.78, -22],
    [0.9, -30],
    [1, -6],
  ] satisfies Spot[]),
]
const PASTURE: Spot[] = [
  [0, 42],
  [0.12, 22],
  [0.3, 40],
  [0.5, 128],
  [0.7, 216],
  [0.8, 230],
  [1, 250],
]
const WHEAT_FIELD: Spot[] = [
  [1, 34],
  [0.9, 18],
  [0.74, 44],
  [0.6, 96],
  [0.46, 148],
  [0.32, 206],
  [0, 240],
]
const PLOUGHED: Spot[] = [
  [0, 318],
  [0.22, 262],
  [0.36, 198],
  [0.5, 196],
  [0.64, 194],
  [0.8, 240],
  [1, 290],
]

const PLOUGHED_TOP = 196

/** Draws hills, wheat and pasture on terraces, and ploughed red earth, from the horizon to the bottom. */
export function drawFields(drawing: Drawing, fields: Fields): void {
  const { width, height, bleed } = drawing
  const { horizon, scale } = fields
  const x = ([across]: Spot) => across * width
  const y = ([, below]: Spot) => horizon + below * scale
  /** Past the side it is at: what goes on there is level. */
  const beyond = (spot: Spot) => x(spot) + (spot[0] === 0 ? -bleed : bleed)
  const ridge = (spots: Spot[]) => {
    const [start = [0, 0], ...curves] = spots
    const path = createPath(0).move(beyond(start), y(start)).line(x(start), y(start))
    for (let i = 0; i + 2 < curves.length; i += 3) {
      const [one, two, end] = curves.slice(i, i + 3) as [Spot, Spot, Spot]
      path.cubic(x(one), y(one), x(two), y(two), x(end), y(end))
    }
    const end = spots.at(-1) ?? start
    return path.line(beyond(end), y(end)).d()
  }
  const ground = (spots: Spot[]) => `${ridge(spots)}V${height}H${short(beyond(spots[0] ?? [0, 0]))}z`

  drawing.add(`<path fill="${PALETTE.colinaLonge}" d="${ground(FAR_HILL)}"/>`)
  drawing.add(`<path fill="${PALETTE.colinaPerto}" d="${ground(NEAR_HILL)}"/>`)
  for (const pine of fields.pines) {
    drawAraucaria(drawing, { x: x(pine.at), y: y(pine.at), scale: pine.scale * scale })
  }
  drawWindpump(drawing, { x: fields.windpump * width, y: horizon - 14 * scale, scale: 1.12 * scale })

  /** A slope in terraces: its ridge repeated down it, further apart towards the viewer. */
  const slope = (
    id: string,
    spots: Spot[],
    fill: string,
    terraces: { stroke: string; width: number; rows: number[] }[],
  ) => {
    drawing.add(
      `<clipPath id="${id}c"><path id="${id}" d="${ground(spots)}"/></clipPath><use href="#${id}" fill="${fill}"/>` +
        `<g clip-path="url(#${id}c)" fill="none">`,
    )
    drawing.define(`${id}l`, () => `<path id="${id}l" d="${ridge(spots)}"/>`)
    for (const { stroke, width: line, rows } of terraces) {
      const lines = rows.map((down) => `<use href="#${id}l" y="${short(down * scale, 0)}"/>`).join('')
      drawing.add(`<g stroke="${stroke}" stroke-width="${short(line * scale)}">${lines}</g>`)
    }
    drawing.add('</g>')
  }
  const rows = (count: number, first: number, growth: number) =>
    Array.from({ length: count }, (_, i) => (i + 1) * (first + (i + 1) * growth))
  slope('t', WHEAT_FIELD, PALETTE.trigo, [
    { stroke: PALETTE.trigoEscuro, width: 5, rows: rows(9, 22, 2.2) },
    { stroke: PALETTE.trigoClaro, width: 4, rows: rows(9, 22, 2.2).map((down, i) => down - 9.6 - i * 0.6) },
  ])
  slope('p', PASTURE, PALETTE.pasto, [{ stroke: PALETTE.curvaDeNivel, width: 6, rows: rows(8, 26, 2.6) }])
  for (const zebu of fields.herd) {
    drawZebu(drawing, { ...zebu, x: x(zebu.at), y: y(zebu.at), scale: zebu.scale * scale })
  }

  drawing.add(`<clipPath id="a"><path d="${ground(PLOUGHED)}"/></clipPath>`)
  drawFurrows(drawing, horizon + PLOUGHED_TOP * scale - fields.vanishing * scale, fields.furrow * width)
}
