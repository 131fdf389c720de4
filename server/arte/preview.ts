import type { Aniversario } from '../domain/aniversario.ts'
import type { Evento } from '../domain/evento.ts'
import type { Drawing } from './drawing.ts'
import { writeFramed, write } from './lettering.ts'
import { drawLogo } from './icons.ts'
import { capitals, italics, numerals } from './fit.ts'
import { PALETTE, drawScenery } from './scenery.ts'
import { wordingOf, type Wording } from './wording.ts'

const { papel, tinta, terra, ouro } = PALETTE
const MIDDLE = 600

/** Draws the picture that a chat shows for a link: 1200 × 630, few words, readable as a thumbnail. As SVG. */
export function drawPreview(evento: Evento): string {
  const drawing = drawScenery('preview')
  writePreview(drawing, wordingOf(evento))
  return drawing.toSvg()
}

/** Writes what the picture says. @throws EventoError when a text cannot be drawn */
export function writePreview(drawing: Drawing, wording: Wording): void {
  const { anfitriao, ocasiao, aniversario, titulo, dia, mes, hora } = wording
  const { nome, de } = anfitriao
  drawLogo(drawing, { y: 64, scale: 0.52, fill: tinta })
  if (de === null) write(drawing, nome, { y: 168, width: 900, height: 84 }, capitals(38, tinta, 0.16))
  else {
    write(drawing, nome, { y: 145, width: 900, height: 44 }, capitals(38, tinta, 0.16))
    write(drawing, de, { y: 188, width: 900, height: 42 }, italics(38, terra))
  }
  if (aniversario) drawYears(drawing, aniversario)
  else write(drawing, titulo, { y: 320, width: 880, height: 200 }, italics(96, terra))
  const when = [ocasiao, `${dia} ${mes}`, hora].join(' · ')
  write(drawing, when, { y: 604, width: 1080, height: 36 }, capitals(27, papel, 0.06))
}

function drawYears(drawing: Drawing, { anos, desde, ate }: Aniversario): void {
  write(drawing, anos, { y: 295, width: 360, height: 204 }, numerals(204, terra))
  const aside = { y: 293, width: 110, height: 62 }
  writeFramed(drawing, desde, { ...aside, x: MIDDLE - 226 }, capitals(34, ouro, 0.08))
  writeFramed(drawing, ate, { ...aside, x: MIDDLE + 226 }, capitals(34, ouro, 0.08))
  write(drawing, 'ANOS', { x: MIDDLE + 6, y: 400, width: 260, height: 40 }, capitals(34, terra, 0.42))
}
