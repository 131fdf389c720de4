import type { Aniversario } from '../domain/aniversario.ts'
import type { Evento } from '../domain/evento.ts'
import { createDrawing, type Drawing } from './drawing.ts'
import { write } from './lettering.ts'
import { widthOf, type Style } from './measure.ts'
import { drawMarca } from './marca.ts'
import { drawButton, drawFrame, drawRule } from './ornaments.ts'
import { PALETTE } from './palette.ts'
import { drawPortraitLand, PORTRAIT_FIELDS } from './portrait-land.ts'
import { wordingOf, type Wording } from './wording.ts'

const WIDTH = 1080
const HEIGHT = 1920
const MIDDLE = WIDTH / 2

/** Draws the invitation for a phone held upright: 1080 × 1920, as SVG. */
export function drawPortrait(evento: Evento): string {
  const drawing = createDrawing(WIDTH, HEIGHT)
  const wording = wordingOf(evento)
  drawPortraitLand(drawing, PORTRAIT_FIELDS)
  drawHost(drawing, wording)
  if (wording.aniversario) drawYears(drawing, wording, wording.aniversario)
  else drawOccasion(drawing, wording)
  drawDate(drawing, wording)
  write(
    drawing,
    `${wording.local} · ${wording.cidade}`,
    { x: MIDDLE, y: 1730, width: 890, height: 70 },
    { font: 'italico', size: 46, fill: PALETTE.papel },
  )
  drawButton(drawing, wording.chamada, { x: MIDDLE, y: 1823, height: 94, size: 40 })
  return drawing.toSvg()
}

function drawHost(drawing: Drawing, { anfitriao, convida }: Wording): void {
  drawMarca(drawing, { x: MIDDLE, y: 158, scale: 0.84, fill: PALETTE.tinta })
  const nome = {
    x: MIDDLE,
    width: 890,
    font: 'capitais',
    size: 58,
    track: 0.19,
    fill: PALETTE.tinta,
  } as const
  if (anfitriao.de === null)
    write(drawing, anfitriao.nome, { x: MIDDLE, y: 330, width: 890, height: 140 }, nome)
  else {
    write(drawing, anfitriao.nome, { x: MIDDLE, y: 298, width: 890, height: 70 }, nome)
    write(
      drawing,
      anfitriao.de,
      { x: MIDDLE, y: 367, width: 860, height: 64 },
      { font: 'italico', size: 60, fill: PALETTE.terra },
    )
  }
  drawRule(drawing, { x: MIDDLE, y: 424, halfWidth: 200 })
  write(
    drawing,
    convida,
    { x: MIDDLE, y: 477, width: 860, height: 60 },
    { font: 'italico', size: 52, fill: PALETTE.tinta },
  )
}

/** The years celebrated, as large as the page allows; the title of the evening beneath them. */
function drawYears(drawing: Drawing, wording: Wording, aniversario: Aniversario): void {
  const { ocasiao, titulo } = wording
  const { anos, desde, ate } = aniversario
  write(
    drawing,
    ocasiao,
    { x: MIDDLE, y: 537, width: 890, height: 62 },
    { font: 'capitais', size: 44, track: 0.14, fill: PALETTE.tinta },
  )
  const number: Style = { font: 'numeros', size: 306, fill: PALETTE.terra }
  write(drawing, anos, { x: MIDDLE, y: 705, width: 560, height: 306 }, number)
  const aside = Math.min(widthOf(anos, number), 560) / 2 + 116
  for (const [year, x] of [
    [desde, MIDDLE - aside],
    [ate, MIDDLE + aside],
  ] as const) {
    write(
      drawing,
      year,
      { x, y: 705, width: 132, height: 82 },
      { font: 'capitais', size: 48, track: 0.08, fill: PALETTE.ouro },
    )
    drawFrame(drawing, { x, y: 705, width: 132, height: 82 })
  }
  write(
    drawing,
    'ANOS',
    { x: MIDDLE + 10, y: 860, width: 500, height: 60 },
    { font: 'capitais', size: 50, track: 0.42, fill: PALETTE.terra },
  )
  write(
    drawing,
    titulo,
    { x: MIDDLE, y: 946, width: 890, height: 96 },
    { font: 'italico', size: 72, fill: PALETTE.tinta },
  )
}

/** Without years to celebrate, the title takes their place. */
function drawOccasion(drawing: Drawing, { ocasiao, titulo }: Wording): void {
  write(
    drawing,
    ocasiao,
    { x: MIDDLE, y: 590, width: 890, height: 130 },
    { font: 'capitais', size: 54, track: 0.14, fill: PALETTE.tinta },
  )
  write(
    drawing,
    titulo,
    { x: MIDDLE, y: 820, width: 880, height: 300 },
    { font: 'italico', size: 132, fill: PALETTE.terra },
  )
}

function drawDate(drawing: Drawing, { semana, dia, mes, hora }: Wording): void {
  write(
    drawing,
    dia,
    { x: MIDDLE, y: 1046, width: 200, height: 104 },
    { font: 'numeros', size: 104, fill: PALETTE.terra },
  )
  write(
    drawing,
    mes,
    { x: MIDDLE, y: 1117, width: 236, height: 40 },
    { font: 'capitais', size: 36, track: 0.16, fill: PALETTE.terra },
  )
  for (const [text, x] of [
    [semana, MIDDLE - 272],
    [hora, MIDDLE + 272],
  ] as const) {
    write(
      drawing,
      text,
      { x, y: 1054, width: 270, height: 70 },
      { font: 'capitais', size: 38, track: 0.05, fill: PALETTE.tinta },
    )
    drawFrame(drawing, { x, y: 1054, width: 288, height: 80 })
  }
}
