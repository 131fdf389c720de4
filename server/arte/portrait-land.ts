import type { Drawing } from './drawing.ts'
import { drawForeground } from './earth.ts'
import { drawFields, type Fields } from './fields.ts'
import { drawSky } from './sky.ts'
import { drawSheaves, type Leaf, type Stalk } from './wheat.ts'

/** The land of the portrait: hills, herd and pines between a sheaf at each side. */
export const PORTRAIT_FIELDS: Fields = {
  horizon: 1322,
  scale: 1,
  herd: [
    { at: [0.375, 86], scale: 0.8 },
    { at: [0.29, 62], scale: 0.62, isFlipped: true, isGrazing: true },
    { at: [0.465, 122], scale: 0.64, isGrazing: true },
  ],
  pines: [
    { at: [0.2, -8], scale: 0.74 },
    { at: [0.247, -5], scale: 1 },
    { at: [0.296, 1], scale: 0.8 },
  ],
  windpump: 0.77,
  furrow: 0.2,
  vanishing: 46,
}

/** The sheaves at both sides of the portrait. */
const SHEAVES: { stalks: Stalk[]; leaves: Leaf[] } = {
  stalks: [
    { ear: { x: 92, y: 1440 }, foot: { x: 104, y: 1800 }, scale: 0.98, isBehind: true },
    { ear: { x: 196, y: 1552 }, foot: { x: 196, y: 1800 }, scale: 0.84, isBehind: true },
    { ear: { x: 20, y: 1300 }, foot: { x: 30, y: 1800 }, scale: 1.1 },
    { ear: { x: 138, y: 1520 }, foot: { x: 146, y: 1800 }, scale: 1.04 },
    { ear: { x: 58, y: 1548 }, foot: { x: 66, y: 1800 }, scale: 1.16 },
  ],
  leaves: [
    { x: 30, y: 1580, toX: 104, toY: -66, thickness: 9 },
    { x: 146, y: 1700, toX: -92, toY: -80, thickness: 8, isBehind: true },
    { x: 66, y: 1720, toX: 120, toY: -76, thickness: 9 },
    { x: 150, y: 1716, toX: 104, toY: -52, thickness: 8 },
    { x: 196, y: 1700, toX: 96, toY: -50, thickness: 8, isBehind: true },
  ],
}

/** Draws the land of a portrait, 1080 × 1920: sky, fields, sheaves, and dark ground to write on. */
export function drawPortraitLand(drawing: Drawing, fields: Fields): void {
  drawSky(drawing, { x: drawing.width / 2, y: fields.horizon + 2, radius: 122, rays: 48, line: 1 })
  drawFields(drawing, fields)
  drawSheaves(drawing, SHEAVES.stalks, SHEAVES.leaves)
  drawForeground(drawing, 1668)
}
