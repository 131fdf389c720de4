import type { Evento } from '../domain/evento.ts'
import { createDrawing, type Drawing } from './drawing.ts'
import { drawForeground } from './earth.ts'
import { drawFields } from './fields.ts'
import { write } from './lettering.ts'
import type { Style } from './measure.ts'
import { drawMarca } from './marca.ts'
import { drawButton, drawFrame } from './ornaments.ts'
import { PALETTE } from './palette.ts'
import { drawSky } from './sky.ts'
import { drawSheaves } from './wheat.ts'
import { wordingOf, type Wording } from './wording.ts'

const WIDTH = 1600
const HEIGHT = 1000
const MIDDLE = WIDTH / 2
/** Enough for a screen of 21:9, and for a phone held sideways. */
const BLEED = 480
const HORIZON = 712

/** Draws the invitation for a wide screen: 1600 × 1000, as SVG. */
export function drawLandscape(evento: Evento): string {
  const drawing = createDrawing(WIDTH, HEIGHT, BLEED)
  const wording = wordingOf(evento)
  drawLand(drawing)
  drawHost(drawing, wording)
  if (wording.aniversario) drawYears(drawing, wording.aniversario, wording.titulo)
  else {
    write(
      drawing,
      wording.titulo,
      { x: MIDDLE, y: 450, width: 560, height: 300 },
      { font: 'italico', size: 104, fill: PALETTE.terra },
    )
  }
  drawAsides(drawing, wording)
  drawButton(drawing, wording.chamada, { x: MIDDLE, y: 955, height: 58, size: 28 })
  return drawing.toSvg()
}

function drawLand(drawing: Drawing): void {
  drawSky(drawing, { x: MIDDLE, y: HORIZON + 2, radius: 74, rays: 64, line: 0.8 })
  drawFields(drawing, {
    horizon: HORIZON,
    scale: 0.72,
    herd: [
      { at: [0.345, 84], scale: 0.86 },
      { at: [0.272, 60], scale: 0.68, isFlipped: true, isGrazing: true },
      { at: [0.415, 112], scale: 0.7, isGrazing: true },
    ],
    pines: [
      { at: [0.196, -20], scale: 0.86 },
      { at: [0.226, -17], scale: 1.15 },
      { at: [0.256, -12], scale: 0.92 },
    ],
    windpump: 0.775,
    furrow: 0.1,
    vanishing: 56,
  })
  drawSheaves(
    drawing,
    [
      { ear: { x: 150, y: 770 }, foot: { x: 150, y: 1000 }, scale: 0.76, isBehind: true },
      { ear: { x: 240, y: 818 }, foot: { x: 236, y: 1000 }, scale: 0.66, isBehind: true },
      { ear: { x: 34, y: 640 }, foot: { x: 40, y: 1000 }, scale: 0.96 },
      { ear: { x: 198, y: 790 }, foot: { x: 196, y: 1000 }, scale: 0.86 },
      { ear: { x: 98, y: 726 }, foot: { x: 104, y: 1000 }, scale: 0.98 },
    ],
    [
      { x: 40, y: 860, toX: 96, toY: -66, thickness: 8 },
      { x: 104, y: 920, toX: 104, toY: -60, thickness: 8 },
      { x: 236, y: 900, toX: 96, toY: -52, thickness: 8, isBehind: true },
    ],
  )
  drawForeground(drawing, 904)
}

function drawHost(drawing: Drawing, { anfitriao }: Wording): void {
  drawMarca(drawing, { x: MIDDLE, y: 94, scale: 0.66, fill: PALETTE.tinta })
  const nome: Style = { font: 'capitais', size: 44, track: 0.2, fill: PALETTE.tinta }
  if (anfitriao.de === null) {
    write(drawing, anfitriao.nome, { x: MIDDLE, y: 220, width: 800, height: 104 }, nome)
    return
  }
  write(drawing, anfitriao.nome, { x: MIDDLE, y: 201, width: 800, height: 52 }, nome)
  write(
    drawing,
    anfitriao.de,
    { x: MIDDLE, y: 252, width: 450, height: 48 },
    { font: 'italico', size: 46, fill: PALETTE.terra },
  )
}

function drawYears(
  drawing: Drawing,
  { anos, desde, ate }: NonNullable<Wording['aniversario']>,
  titulo: string,
): void {
  write(
    drawing,
    anos,
    { x: MIDDLE, y: 381, width: 420, height: 226 },
    { font: 'numeros', size: 226, fill: PALETTE.terra },
  )
  write(
    drawing,
    'ANOS',
    { x: MIDDLE + 8, y: 501, width: 280, height: 46 },
    { font: 'capitais', size: 38, track: 0.42, fill: PALETTE.terra },
  )
  for (const [year, x] of [
    [desde, MIDDLE - 196],
    [ate, MIDDLE + 196],
  ] as const) {
    write(
      drawing,
      year,
      { x, y: 501, width: 130, height: 46 },
      { font: 'capitais', size: 36, track: 0.08, fill: PALETTE.ouro },
    )
  }
  write(
    drawing,
    titulo,
    { x: MIDDLE, y: 570, width: 900, height: 72 },
    { font: 'italico', size: 58, fill: PALETTE.tinta },
  )
}

/** What one is invited to on the left, when and where on the right. */
function drawAsides(drawing: Drawing, wording: Wording): void {
  const left = { x: 348, width: 420 }
  const right = { x: WIDTH - 348, width: 420 }
  for (const { x } of [left, right]) drawFrame(drawing, { x, y: 360, width: 440, height: 196 })
  write(
    drawing,
    wording.convida,
    { ...left, y: 302, height: 44 },
    { font: 'italico', size: 37, fill: PALETTE.tinta },
  )
  write(
    drawing,
    wording.ocasiao,
    { ...left, y: 388, height: 112 },
    { font: 'capitais', size: 46, track: 0.16, fill: PALETTE.tinta },
  )
  write(
    drawing,
    `${wording.semana} · ${wording.hora}`,
    { ...right, y: 297, height: 38 },
    { font: 'capitais', size: 31, track: 0.06, fill: PALETTE.tinta },
  )
  write(
    drawing,
    `${wording.dia} ${wording.mes}`,
    { ...right, y: 346, height: 54 },
    { font: 'capitais', size: 50, track: 0.08, fill: PALETTE.terra },
  )
  write(
    drawing,
    `${wording.local} · ${wording.cidade}`,
    { ...right, y: 412, height: 68 },
    { font: 'italico', size: 35, fill: PALETTE.tinta },
  )
}
