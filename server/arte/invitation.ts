import type { Aniversario } from '../domain/quando.ts'
import type { Evento } from '../domain/evento.ts'
import { createDrawing, drawScenery, PALETTE, stretched, type Drawing } from './drawing.ts'
import { capitals, italics, numerals, widthOf, type Box, type Style } from './fit.ts'
import { drawLogo } from './icons.ts'
import { writeFramed, write } from './lettering.ts'
import { wordingOf, type Wording } from './wording.ts'

const { papel, tinta, terra, ouro } = PALETTE

/** Where a picture has the host: a name of one line, or its two. */
interface HostPlaces {
  logo: { y: number; scale: number }
  alone: Box
  nome: Box
  de: Box
  style: { nome: Style; de: Style }
}

function drawHost(drawing: Drawing, { anfitriao: { nome, de } }: Wording, places: HostPlaces): void {
  const { logo, alone, style } = places
  drawLogo(drawing, { ...logo, fill: tinta })
  write(drawing, nome, de === null ? alone : places.nome, style.nome)
  if (de !== null) write(drawing, de, places.de, style.de)
}

/** For a phone held upright. */
const PORTRAIT = {
  middle: 540,
  host: {
    logo: { y: 158, scale: 0.84 },
    alone: { y: 330, width: 890, height: 140 },
    nome: { y: 298, width: 890, height: 70 },
    de: { y: 367, width: 860, height: 64 },
    style: { nome: capitals(58, tinta, 0.19), de: italics(60, terra) },
  },
}
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
  const { local, cidade, chamada, convida, aniversario } = wording
  write(ground, `${local} · ${cidade}`, { y: 1730, width: 890, height: 70 }, italics(46, papel))
  write(ground, chamada, { y: 1823, width: 622, height: 94 }, capitals(40, tinta, 0.05))
  drawHost(words, wording, PORTRAIT.host)
  words.add(RULE)
  write(words, convida, { y: 477, width: 860, height: 60 }, italics(52, tinta))
  if (aniversario) drawPortraitYears(words, wording, aniversario)
  else drawOccasion(words, wording)
  drawDate(words, wording)
}

/** The years celebrated, as large as the page allows; the title of the evening beneath them. */
function drawPortraitYears(
  drawing: Drawing,
  { ocasiao, titulo }: Wording,
  { anos, desde, ate }: Aniversario,
): void {
  const number = numerals(306, terra)
  const aside = Math.min(widthOf(anos, number), 560) / 2 + 116
  write(drawing, ocasiao, { y: 537, width: 890, height: 62 }, capitals(44, tinta, 0.14))
  write(drawing, anos, { y: 705, width: 560, height: 306 }, number)
  const frame = { y: 705, width: 132, height: 82 }
  writeFramed(drawing, desde, { ...frame, x: PORTRAIT.middle - aside }, capitals(48, ouro, 0.08))
  writeFramed(drawing, ate, { ...frame, x: PORTRAIT.middle + aside }, capitals(48, ouro, 0.08))
  write(
    drawing,
    'ANOS',
    { x: PORTRAIT.middle + 10, y: 860, width: 500, height: 60 },
    capitals(50, terra, 0.42),
  )
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
  write(drawing, semana, { ...aside, x: PORTRAIT.middle - 272 }, capitals(38, tinta, 0.05))
  write(drawing, hora, { ...aside, x: PORTRAIT.middle + 272 }, capitals(38, tinta, 0.05))
  drawing.add(
    `<path stroke="${ouro}" stroke-width="2.6" d="M124,1014h288M124,1094h288M668,1014h288M668,1094h288"/>`,
  )
}

/** For a wide screen. */
const LANDSCAPE = {
  middle: 800,
  host: {
    logo: { y: 94, scale: 0.66 },
    alone: { y: 220, width: 800, height: 104 },
    nome: { y: 201, width: 800, height: 52 },
    de: { y: 252, width: 450, height: 48 },
    style: { nome: capitals(44, tinta, 0.2), de: italics(46, terra) },
  },
}
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
  drawHost(drawing, wording, LANDSCAPE.host)
  if (aniversario) drawLandscapeYears(drawing, aniversario, titulo)
  else write(drawing, titulo, { y: 450, width: 560, height: 300 }, italics(104, terra))
  drawInvitation(drawing, wording)
  drawWhenAndWhere(drawing, wording)
  write(drawing, chamada, { y: 955, width: 435, height: 58 }, capitals(28, tinta, 0.05))
}

function drawLandscapeYears(drawing: Drawing, { anos, desde, ate }: Aniversario, titulo: string): void {
  write(drawing, anos, { y: 381, width: 420, height: 226 }, numerals(226, terra))
  write(
    drawing,
    'ANOS',
    { x: LANDSCAPE.middle + 8, y: 501, width: 280, height: 46 },
    capitals(38, terra, 0.42),
  )
  const aside = { y: 501, width: 130, height: 46 }
  write(drawing, desde, { ...aside, x: LANDSCAPE.middle - 196 }, capitals(36, ouro, 0.08))
  write(drawing, ate, { ...aside, x: LANDSCAPE.middle + 196 }, capitals(36, ouro, 0.08))
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

/** For chats. */
const PREVIEW = {
  middle: 600,
  host: {
    logo: { y: 64, scale: 0.52 },
    alone: { y: 168, width: 900, height: 84 },
    nome: { y: 145, width: 900, height: 44 },
    de: { y: 188, width: 900, height: 42 },
    style: { nome: capitals(38, tinta, 0.16), de: italics(38, terra) },
  },
}

/** Draws the picture that a chat shows for a link: 1200 × 630, few words, readable as a thumbnail. As SVG. */
export function drawPreview(evento: Evento): string {
  const drawing = drawScenery('preview')
  writePreview(drawing, wordingOf(evento))
  return drawing.toSvg()
}

/** Writes what the picture says. @throws EventoError when a text cannot be drawn */
export function writePreview(drawing: Drawing, wording: Wording): void {
  const { ocasiao, aniversario, titulo, dia, mes, hora } = wording
  drawHost(drawing, wording, PREVIEW.host)
  if (aniversario) drawPreviewYears(drawing, aniversario)
  else write(drawing, titulo, { y: 320, width: 880, height: 200 }, italics(96, terra))
  const when = [ocasiao, `${dia} ${mes}`, hora].join(' · ')
  write(drawing, when, { y: 604, width: 1080, height: 36 }, capitals(27, papel, 0.06))
}

function drawPreviewYears(drawing: Drawing, { anos, desde, ate }: Aniversario): void {
  write(drawing, anos, { y: 295, width: 360, height: 204 }, numerals(204, terra))
  const aside = { y: 293, width: 110, height: 62 }
  writeFramed(drawing, desde, { ...aside, x: PREVIEW.middle - 226 }, capitals(34, ouro, 0.08))
  writeFramed(drawing, ate, { ...aside, x: PREVIEW.middle + 226 }, capitals(34, ouro, 0.08))
  write(drawing, 'ANOS', { x: PREVIEW.middle + 6, y: 400, width: 260, height: 40 }, capitals(34, terra, 0.42))
}
