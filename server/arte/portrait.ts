import type { Aniversario } from '../domain/aniversario.ts'
import type { Evento } from '../domain/evento.ts'
import { createDrawing, stretched, type Drawing } from './drawing.ts'
import { writeFramed, write } from './lettering.ts'
import { drawLogo } from './icons.ts'
import { capitals, italics, numerals, widthOf } from './fit.ts'
import { PALETTE, drawScenery } from './scenery.ts'
import { wordingOf, type Wording } from './wording.ts'

const { papel, tinta, terra, ouro } = PALETTE
const MIDDLE = 540
const RULE =
  `<path stroke="${ouro}" stroke-width="2.6" d="M340,424H514M566,424H740"/>` +
  `<path fill="${ouro}" d="M540,415l9,9l-9,9l-9-9z"/>`

/**
 * Draws the invitation for a phone held upright, as SVG: 1080 × 1920, and taller where the screen is. Then the sky grows,
 * half of it above the words and half below; the land and what is touched stay at the foot, where the thumb is.
 */
export function drawPortrait(evento: Evento, isClosed = false): string {
  const ground = drawScenery('portrait')
  const words = createDrawing(ground.width, ground.height, '', ground.definitions)
  writePortrait(ground, words, wordingOf(evento, isClosed))
  return stretched(ground, words)
}

/** Writes what the invitation says. @throws EventoError when a text cannot be drawn */
export function writePortrait(ground: Drawing, words: Drawing, wording: Wording): void {
  const { local, cidade, chamada } = wording
  write(ground, `${local} · ${cidade}`, { y: 1730, width: 890, height: 70 }, italics(46, papel))
  write(ground, chamada, { y: 1823, width: 622, height: 94 }, capitals(40, tinta, 0.05))
  drawHost(words, wording)
  if (wording.aniversario) drawYears(words, wording, wording.aniversario)
  else drawOccasion(words, wording)
  drawDate(words, wording)
}

function drawHost(drawing: Drawing, { anfitriao, convida }: Wording): void {
  const { nome, de } = anfitriao
  drawLogo(drawing, { y: 158, scale: 0.84, fill: tinta })
  if (de === null) write(drawing, nome, { y: 330, width: 890, height: 140 }, capitals(58, tinta, 0.19))
  else {
    write(drawing, nome, { y: 298, width: 890, height: 70 }, capitals(58, tinta, 0.19))
    write(drawing, de, { y: 367, width: 860, height: 64 }, italics(60, terra))
  }
  drawing.add(RULE)
  write(drawing, convida, { y: 477, width: 860, height: 60 }, italics(52, tinta))
}

/** The years celebrated, as large as the page allows; the title of the evening beneath them. */
function drawYears(drawing: Drawing, { ocasiao, titulo }: Wording, { anos, desde, ate }: Aniversario): void {
  const number = numerals(306, terra)
  const aside = Math.min(widthOf(anos, number), 560) / 2 + 116
  write(drawing, ocasiao, { y: 537, width: 890, height: 62 }, capitals(44, tinta, 0.14))
  write(drawing, anos, { y: 705, width: 560, height: 306 }, number)
  const frame = { y: 705, width: 132, height: 82 }
  writeFramed(drawing, desde, { ...frame, x: MIDDLE - aside }, capitals(48, ouro, 0.08))
  writeFramed(drawing, ate, { ...frame, x: MIDDLE + aside }, capitals(48, ouro, 0.08))
  write(drawing, 'ANOS', { x: MIDDLE + 10, y: 860, width: 500, height: 60 }, capitals(50, terra, 0.42))
  write(drawing, titulo, { y: 946, width: 890, height: 96 }, italics(72, tinta))
}

function drawOccasion(drawing: Drawing, { ocasiao, titulo }: Wording): void {
  write(drawing, ocasiao, { y: 590, width: 890, height: 130 }, capitals(54, tinta, 0.14))
  write(drawing, titulo, { y: 820, width: 880, height: 300 }, italics(132, terra))
}

function drawDate(drawing: Drawing, { semana, dia, mes, hora }: Wording): void {
  write(drawing, dia, { y: 1046, width: 200, height: 104 }, numerals(104, terra))
  write(drawing, mes, { y: 1117, width: 236, height: 40 }, capitals(36, terra, 0.16))
  const aside = { y: 1054, width: 270, height: 70 }
  write(drawing, semana, { ...aside, x: MIDDLE - 272 }, capitals(38, tinta, 0.05))
  write(drawing, hora, { ...aside, x: MIDDLE + 272 }, capitals(38, tinta, 0.05))
  drawing.add(
    `<path stroke="${ouro}" stroke-width="2.6" d="M124,1014h288M124,1094h288M668,1014h288M668,1094h288"/>`,
  )
}
