import type { Evento } from '../domain/evento.ts'
import { createDrawing, type Drawing } from './drawing.ts'
import { drawForeground } from './earth.ts'
import { drawFields } from './fields.ts'
import { write } from './lettering.ts'
import type { Style } from './measure.ts'
import { drawMarca } from './marca.ts'
import { drawFrame } from './ornaments.ts'
import { PALETTE } from './palette.ts'
import { drawSky } from './sky.ts'
import { drawSheaves } from './wheat.ts'
import { wordingOf, type Wording } from './wording.ts'

const WIDTH = 1200
const HEIGHT = 630
const MIDDLE = WIDTH / 2
const HORIZON = 452

/** Draws the picture that goes before a link in a chat: 1200 × 630, few words, read at the size of a thumb. As SVG. */
export function drawPreview(evento: Evento): string {
  const drawing = createDrawing(WIDTH, HEIGHT)
  const { anfitriao, ocasiao, aniversario, titulo, dia, mes, hora } = wordingOf(evento)
  drawLand(drawing)
  drawMarca(drawing, { x: MIDDLE, y: 64, scale: 0.52, fill: PALETTE.tinta })
  const nome: Style = { font: 'capitais', size: 38, track: 0.16, fill: PALETTE.tinta }
  if (anfitriao.de === null)
    write(drawing, anfitriao.nome, { x: MIDDLE, y: 168, width: 900, height: 84 }, nome)
  else {
    write(drawing, anfitriao.nome, { x: MIDDLE, y: 145, width: 900, height: 44 }, nome)
    write(
      drawing,
      anfitriao.de,
      { x: MIDDLE, y: 188, width: 900, height: 42 },
      { font: 'italico', size: 38, fill: PALETTE.terra },
    )
  }
  if (aniversario) drawYears(drawing, aniversario)
  else {
    write(
      drawing,
      titulo,
      { x: MIDDLE, y: 320, width: 880, height: 200 },
      { font: 'italico', size: 96, fill: PALETTE.terra },
    )
  }
  write(
    drawing,
    [ocasiao, `${dia} ${mes}`, hora].join(' · '),
    { x: MIDDLE, y: 604, width: 1080, height: 36 },
    { font: 'capitais', size: 27, track: 0.06, fill: PALETTE.papel },
  )
  return drawing.toSvg()
}

function drawLand(drawing: Drawing): void {
  drawSky(drawing, { x: MIDDLE, y: HORIZON, radius: 1, rays: 56, line: 0.01 })
  drawFields(drawing, {
    horizon: HORIZON,
    scale: 0.6,
    herd: [
      { at: [0.36, 70], scale: 0.9 },
      { at: [0.29, 50], scale: 0.7, isFlipped: true, isGrazing: true },
    ],
    pines: [
      { at: [0.2, -20], scale: 0.86 },
      { at: [0.232, -17], scale: 1.15 },
      { at: [0.264, -12], scale: 0.92 },
    ],
    windpump: 0.77,
    furrow: 0.09,
    vanishing: 60,
  })
  drawSheaves(
    drawing,
    [
      { ear: { x: 110, y: 400 }, foot: { x: 112, y: 640 }, scale: 0.72, isBehind: true },
      { ear: { x: 24, y: 300 }, foot: { x: 28, y: 640 }, scale: 0.92 },
      { ear: { x: 150, y: 450 }, foot: { x: 152, y: 640 }, scale: 0.8 },
      { ear: { x: 72, y: 380 }, foot: { x: 76, y: 640 }, scale: 0.92 },
    ],
    [
      { x: 28, y: 520, toX: 80, toY: -60, thickness: 8 },
      { x: 78, y: 570, toX: 86, toY: -60, thickness: 7 },
    ],
  )
  drawForeground(drawing, 568)
}

function drawYears(drawing: Drawing, { anos, desde, ate }: NonNullable<Wording['aniversario']>): void {
  write(
    drawing,
    anos,
    { x: MIDDLE, y: 295, width: 360, height: 204 },
    { font: 'numeros', size: 204, fill: PALETTE.terra },
  )
  for (const [year, x] of [
    [desde, MIDDLE - 226],
    [ate, MIDDLE + 226],
  ] as const) {
    write(
      drawing,
      year,
      { x, y: 293, width: 110, height: 62 },
      { font: 'capitais', size: 34, track: 0.08, fill: PALETTE.ouro },
    )
    drawFrame(drawing, { x, y: 293, width: 110, height: 62 })
  }
  write(
    drawing,
    'ANOS',
    { x: MIDDLE + 6, y: 400, width: 260, height: 40 },
    { font: 'capitais', size: 34, track: 0.42, fill: PALETTE.terra },
  )
}
