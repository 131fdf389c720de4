import type { Aniversario } from '../domain/aniversario.ts'
import type { Evento } from '../domain/evento.ts'
import type { Drawing } from './drawing.ts'
import { write } from './lettering.ts'
import { drawLogo } from './icons.ts'
import { capitals, italics, numerals } from './fit.ts'
import { PALETTE, drawScenery } from './scenery.ts'
import { wordingOf, type Wording } from './wording.ts'

const { tinta, terra, ouro } = PALETTE
const MIDDLE = 800
/** Where the frames stand that hold what the guest is invited to, and when and where. */
const LEFT = { x: 348, width: 420 }
const RIGHT = { x: 1252, width: 420 }

/** Draws the invitation for a wide screen: 1600 × 1000, as SVG. Its scenery goes on for 480 more to each side. */
export function drawLandscape(evento: Evento, isClosed = false): string {
  const drawing = drawScenery('landscape')
  writeLandscape(drawing, wordingOf(evento, isClosed))
  return drawing.toSvg()
}

/** Writes what the invitation says. @throws EventoError when a text cannot be drawn */
export function writeLandscape(drawing: Drawing, wording: Wording): void {
  const { aniversario, titulo, chamada } = wording
  drawHost(drawing, wording)
  if (aniversario) drawYears(drawing, aniversario, titulo)
  else write(drawing, titulo, { y: 450, width: 560, height: 300 }, italics(104, terra))
  drawInvitation(drawing, wording)
  drawWhenAndWhere(drawing, wording)
  write(drawing, chamada, { y: 955, width: 435, height: 58 }, capitals(28, tinta, 0.05))
}

function drawHost(drawing: Drawing, { anfitriao: { nome, de } }: Wording): void {
  drawLogo(drawing, { y: 94, scale: 0.66, fill: tinta })
  if (de === null) write(drawing, nome, { y: 220, width: 800, height: 104 }, capitals(44, tinta, 0.2))
  else {
    write(drawing, nome, { y: 201, width: 800, height: 52 }, capitals(44, tinta, 0.2))
    write(drawing, de, { y: 252, width: 450, height: 48 }, italics(46, terra))
  }
}

function drawYears(drawing: Drawing, { anos, desde, ate }: Aniversario, titulo: string): void {
  write(drawing, anos, { y: 381, width: 420, height: 226 }, numerals(226, terra))
  write(drawing, 'ANOS', { x: MIDDLE + 8, y: 501, width: 280, height: 46 }, capitals(38, terra, 0.42))
  const aside = { y: 501, width: 130, height: 46 }
  write(drawing, desde, { ...aside, x: MIDDLE - 196 }, capitals(36, ouro, 0.08))
  write(drawing, ate, { ...aside, x: MIDDLE + 196 }, capitals(36, ouro, 0.08))
  write(drawing, titulo, { y: 570, width: 900, height: 72 }, italics(58, tinta))
}

function drawInvitation(drawing: Drawing, { convida, ocasiao }: Wording): void {
  write(drawing, convida, { ...LEFT, y: 302, height: 44 }, italics(37, tinta))
  write(drawing, ocasiao, { ...LEFT, y: 388, height: 112 }, capitals(46, tinta, 0.16))
}

function drawWhenAndWhere(drawing: Drawing, { semana, dia, mes, hora, local, cidade }: Wording): void {
  write(drawing, `${semana} · ${hora}`, { ...RIGHT, y: 297, height: 38 }, capitals(31, tinta, 0.06))
  write(drawing, `${dia} ${mes}`, { ...RIGHT, y: 346, height: 54 }, capitals(50, terra, 0.08))
  write(drawing, `${local} · ${cidade}`, { ...RIGHT, y: 412, height: 68 }, italics(35, tinta))
}
