import { createDrawing } from './drawing.ts'
import { drawFields } from './fields.ts'
import { PORTRAIT_FIELDS } from './portrait-land.ts'
import { drawSky } from './sky.ts'
import { drawSheaves } from './wheat.ts'

const WIDTH = 1080
const HEIGHT = 1500
const HORIZON = 1096

/** Draws the land alone, without a word, for the head of the pages: 1080 × 1500, as SVG. */
export function drawLetterhead(): string {
  const drawing = createDrawing(WIDTH, HEIGHT)
  drawSky(drawing, { x: WIDTH / 2, y: HORIZON + 2, radius: 122, rays: 48, line: 1 })
  drawFields(drawing, {
    ...PORTRAIT_FIELDS,
    horizon: HORIZON,
    scale: 0.94,
    herd: PORTRAIT_FIELDS.herd.slice(0, 2),
  })
  drawSheaves(
    drawing,
    [
      { ear: { x: 92, y: 1200 }, foot: { x: 104, y: 1500 }, scale: 0.9, isBehind: true },
      { ear: { x: 20, y: 1090 }, foot: { x: 30, y: 1500 }, scale: 1 },
      { ear: { x: 142, y: 1290 }, foot: { x: 150, y: 1500 }, scale: 0.94 },
      { ear: { x: 62, y: 1300 }, foot: { x: 66, y: 1500 }, scale: 1.04 },
    ],
    [{ x: 30, y: 1420, toX: 104, toY: -66, thickness: 9 }],
  )
  return drawing.toSvg()
}
