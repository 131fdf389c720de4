import type { Evento } from '../domain/evento.ts'
import { createDrawing, type Drawing } from './drawing.ts'
import type { Box } from './fit.ts'
import { canWrite, write } from './lettering.ts'
import type { Style } from './measure.ts'
import { drawMarca } from './marca.ts'
import { PALETTE } from './palette.ts'
import { drawPortraitLand, PORTRAIT_FIELDS } from './portrait-land.ts'
import { rasterize } from './raster.ts'
import { wordingOf } from './wording.ts'

/** What a guest's picture says beside the event. */
export interface Keepsake {
  nome: string
  /** `(65) •••••-5432` */
  telefone: string
  /** The company that invited; null for who came by the public form. */
  empresa: string | null
  /** `K7F3-92QD` */
  codigo: string
  /** The QR code as dark modules in a square of `size` modules a side, its quiet zone included. */
  qr: { size: number; path: string }
}

const WIDTH = 1080
const HEIGHT = 1920
const MIDDLE = WIDTH / 2
const CARD = { x: 170, y: 470, width: 740, height: 1065 }
const QR_SIZE = 700

/** Draws a guest's invitation for the gallery of the phone, with the QR code: 1080 × 1920, as PNG. */
export async function keepsakePicture(evento: Evento, keepsake: Keepsake): Promise<Buffer> {
  return rasterize(drawKeepsake(evento, keepsake), WIDTH)
}

/** The same as SVG. A name that no font here has is left out; the code stands for it. */
export function drawKeepsake(evento: Evento, { nome, telefone, empresa, codigo, qr }: Keepsake): string {
  const drawing = createDrawing(WIDTH, HEIGHT)
  drawPortraitLand(drawing, { ...PORTRAIT_FIELDS, herd: [] })
  drawHead(drawing, evento)
  drawCard(drawing, qr)
  const writeIfPossible = (text: string, box: Box, style: Style) => {
    if (canWrite(text, box, style)) write(drawing, text, box, style)
  }
  writeIfPossible(
    nome.toLocaleUpperCase('pt-BR'),
    empresa === null
      ? { x: MIDDLE, y: 612, width: 660, height: 200 }
      : { x: MIDDLE, y: 575, width: 660, height: 130 },
    { font: 'capitais', size: 58, track: 0.06, fill: PALETTE.tinta },
  )
  writeIfPossible(
    empresa ?? '',
    { x: MIDDLE, y: 680, width: 660, height: 60 },
    { font: 'italico', size: 46, fill: PALETTE.terra },
  )
  write(
    drawing,
    codigo,
    { x: MIDDLE, y: 1405, width: 660, height: 80 },
    { font: 'capitais', size: 72, track: 0.12, fill: PALETTE.tinta },
  )
  writeIfPossible(
    telefone,
    { x: MIDDLE, y: 1482, width: 660, height: 50 },
    { font: 'capitais', size: 40, track: 0.06, fill: PALETTE.terra },
  )
  return drawing.toSvg()
}

/** Who invites to what at the top; when and where at the bottom. */
function drawHead(drawing: Drawing, evento: Evento): void {
  const { anfitriao, semana, dia, mes, ano, hora, local, cidade } = wordingOf(evento)
  drawMarca(drawing, { x: MIDDLE, y: 128, scale: 0.7, fill: PALETTE.tinta })
  write(
    drawing,
    [anfitriao.nome, anfitriao.de].filter(Boolean).join(' ').toLocaleUpperCase('pt-BR'),
    { x: MIDDLE, y: 276, width: 880, height: 104 },
    { font: 'capitais', size: 46, track: 0.14, fill: PALETTE.tinta },
  )
  write(
    drawing,
    evento.ocasiao,
    { x: MIDDLE, y: 388, width: 860, height: 100 },
    { font: 'italico', size: 58, fill: PALETTE.terra },
  )
  write(
    drawing,
    `${semana}, ${dia} DE ${mes} DE ${ano}, ${hora}`,
    { x: MIDDLE, y: 1754, width: 900, height: 48 },
    { font: 'capitais', size: 42, track: 0.04, fill: PALETTE.botao },
  )
  write(
    drawing,
    `${local} · ${cidade}`,
    { x: MIDDLE, y: 1832, width: 900, height: 80 },
    { font: 'italico', size: 46, fill: PALETTE.papel },
  )
}

/** A white card, because a camera has to read what is on it. */
function drawCard({ add }: Drawing, qr: Keepsake['qr']): void {
  const { x, y, width, height } = CARD
  const scale = QR_SIZE / qr.size
  add(
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="28" fill="#fff" stroke="${PALETTE.ouro}" stroke-width="3"/>` +
      `<path shape-rendering="crispEdges" transform="translate(${MIDDLE - QR_SIZE / 2} 690) scale(${scale})" d="${qr.path}"/>`,
  )
}
