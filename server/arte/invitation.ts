import type { Evento } from '../domain/evento.ts'
import { createDrawing, drawScenery, emblem, type LogoPng, PALETTE, stretched } from './drawing.ts'
import {
  capitals,
  framed,
  italics,
  numerals,
  widthOf,
  writeAll,
  type Box,
  type Row,
  type Style,
} from './lettering.ts'
import { wordingOf, type Wording } from './wording.ts'

const { papel, tinta, terra, ouro } = PALETTE

/** What a drawing shows besides the event's words. */
interface Look {
  /** Registrations are closed: nobody is asked to confirm. */
  isClosed?: boolean
  png?: LogoPng
}

/** Where a picture places the host: a name on one line, or in two parts. */
interface HostPlaces {
  logo: { x: number; y: number; scale: number }
  alone: Box
  nome: Box
  de: Box
  style: { nome: Style; de: Style }
}

function rowsOfHost({ anfitriao: { nome, de } }: Wording, places: HostPlaces, png: LogoPng): Row[] {
  const { alone, style } = places
  return [
    emblem(png, { ...places.logo, fill: tinta }),
    [nome, de === null ? alone : places.nome, style.nome],
    ...(de === null ? [] : [[de, places.de, style.de] satisfies Row]),
  ]
}

/** For a phone held upright. */
const PORTRAIT: HostPlaces = {
  logo: { x: 540, y: 158, scale: 0.84 },
  alone: { y: 330, width: 890, height: 140 },
  nome: { y: 298, width: 890, height: 70 },
  de: { y: 367, width: 860, height: 64 },
  style: { nome: capitals(58, tinta, 0.19), de: italics(60, terra) },
}
const RULE =
  `<path stroke="${ouro}" stroke-width="2.6" d="M340,424H514M566,424H740"/>` +
  `<path fill="${ouro}" d="M540,415l9,9l-9,9l-9-9z"/>`
const DATE_RULES = `<path stroke="${ouro}" stroke-width="2.6" d="M124,1014h288M124,1094h288M668,1014h288M668,1094h288"/>`

/**
 * Draws the invitation for a phone held upright, as SVG: 1080 × 1920, and taller where the screen is. Then
 * the sky grows, half of it above the words and half below; the land and the buttons stay at the foot, within
 * reach of the thumb.
 * @throws EventoError when a text cannot be drawn, as the others do
 */
export function drawPortrait(evento: Evento, { isClosed = false, png = null }: Look = {}): string {
  const rows = rowsOfPortrait(wordingOf(evento, isClosed), png)
  const ground = drawScenery('portrait')
  const words = createDrawing(ground.width, ground.height, '', ground.definitions)
  writeAll(ground, rows.ground)
  writeAll(words, rows.words)
  return stretched(ground, words)
}

/** The rows of the portrait picture, at its foot and at half its height. */
export function rowsOfPortrait(wording: Wording, png: LogoPng = null): { ground: Row[]; words: Row[] } {
  const { local, cidade, chamada, convida, semana, dia, mes, hora } = wording
  const beside = { y: 1054, width: 270, height: 70 }
  return {
    ground: [
      [`${local} · ${cidade}`, { y: 1730, width: 890, height: 70 }, italics(46, papel)],
      [chamada, { y: 1823, width: 622, height: 94 }, capitals(40, tinta, 0.05)],
    ],
    words: [
      ...rowsOfHost(wording, PORTRAIT, png),
      RULE,
      [convida, { y: 477, width: 860, height: 60 }, italics(52, tinta)],
      ...rowsOfOccasion(wording),
      [dia, { y: 1046, width: 200, height: 104 }, numerals(104, terra)],
      [mes, { y: 1117, width: 236, height: 40 }, capitals(36, terra, 0.16)],
      [semana, { ...beside, x: 268 }, capitals(38, tinta, 0.05)],
      [hora, { ...beside, x: 812 }, capitals(38, tinta, 0.05)],
      DATE_RULES,
    ],
  }
}

/** The years celebrated, as large as the page allows, above the evening's title; else the title alone. */
function rowsOfOccasion({ ocasiao, titulo, aniversario }: Wording): Row[] {
  if (!aniversario)
    return [
      [ocasiao, { y: 590, width: 890, height: 130 }, capitals(54, tinta, 0.14)],
      [titulo, { y: 820, width: 880, height: 300 }, italics(132, terra)],
    ]
  const { anos, desde, ate } = aniversario
  const number = numerals(306, terra)
  const aside = Math.min(widthOf(anos, number), 560) / 2 + 116
  const frame = { y: 705, width: 132, height: 82 }
  return [
    [ocasiao, { y: 537, width: 890, height: 62 }, capitals(44, tinta, 0.14)],
    [anos, { y: 705, width: 560, height: 306 }, number],
    ...framed(desde, { ...frame, x: 540 - aside }, capitals(48, ouro, 0.08)),
    ...framed(ate, { ...frame, x: 540 + aside }, capitals(48, ouro, 0.08)),
    ['ANOS', { x: 550, y: 860, width: 500, height: 60 }, capitals(50, terra, 0.42)],
    [titulo, { y: 946, width: 890, height: 96 }, italics(72, tinta)],
  ]
}

/** For a wide screen. */
const LANDSCAPE: HostPlaces = {
  logo: { x: 800, y: 94, scale: 0.66 },
  alone: { y: 220, width: 800, height: 104 },
  nome: { y: 201, width: 800, height: 52 },
  de: { y: 252, width: 450, height: 48 },
  style: { nome: capitals(44, tinta, 0.2), de: italics(46, terra) },
}
/** The frames around what the guest is invited to, and around when and where. */
const LEFT = { x: 348, width: 420 }
const RIGHT = { x: 1252, width: 420 }

/** Draws the invitation for a wide screen: 1600 × 1000, as SVG, with scenery for 480 more on each side. */
export function drawLandscape(evento: Evento, { isClosed = false, png = null }: Look = {}): string {
  const drawing = drawScenery('landscape')
  writeAll(drawing, rowsOfLandscape(wordingOf(evento, isClosed), png))
  return drawing.toSvg()
}

export function rowsOfLandscape(wording: Wording, png: LogoPng = null): Row[] {
  const { aniversario, titulo, convida, ocasiao, semana, dia, mes, hora, local, cidade, chamada } = wording
  const aside = { y: 501, width: 130, height: 46 }
  const occasion: Row[] = aniversario
    ? [
        [aniversario.anos, { y: 381, width: 420, height: 226 }, numerals(226, terra)],
        ['ANOS', { x: 808, y: 501, width: 280, height: 46 }, capitals(38, terra, 0.42)],
        [aniversario.desde, { ...aside, x: 604 }, capitals(36, ouro, 0.08)],
        [aniversario.ate, { ...aside, x: 996 }, capitals(36, ouro, 0.08)],
        [titulo, { y: 570, width: 900, height: 72 }, italics(58, tinta)],
      ]
    : [[titulo, { y: 450, width: 560, height: 300 }, italics(104, terra)]]
  return [
    ...rowsOfHost(wording, LANDSCAPE, png),
    ...occasion,
    [convida, { ...LEFT, y: 302, height: 44 }, italics(37, tinta)],
    [ocasiao, { ...LEFT, y: 388, height: 112 }, capitals(46, tinta, 0.16)],
    [`${semana} · ${hora}`, { ...RIGHT, y: 297, height: 38 }, capitals(31, tinta, 0.06)],
    [`${dia} ${mes}`, { ...RIGHT, y: 346, height: 54 }, capitals(50, terra, 0.08)],
    [`${local} · ${cidade}`, { ...RIGHT, y: 412, height: 68 }, italics(35, tinta)],
    [chamada, { y: 955, width: 435, height: 58 }, capitals(28, tinta, 0.05)],
  ]
}

/** For link previews in chats. */
const PREVIEW: HostPlaces = {
  logo: { x: 600, y: 64, scale: 0.52 },
  alone: { y: 168, width: 900, height: 84 },
  nome: { y: 145, width: 900, height: 44 },
  de: { y: 188, width: 900, height: 42 },
  style: { nome: capitals(38, tinta, 0.16), de: italics(38, terra) },
}

/** Draws the picture that a chat shows for a link, as SVG: 1200 × 630, few words, readable as a thumbnail. */
export function drawPreview(evento: Evento, png: LogoPng = null): string {
  const drawing = drawScenery('preview')
  writeAll(drawing, rowsOfPreview(wordingOf(evento), png))
  return drawing.toSvg()
}

export function rowsOfPreview(wording: Wording, png: LogoPng = null): Row[] {
  const { ocasiao, aniversario, titulo, dia, mes, hora } = wording
  const frame = { y: 293, width: 110, height: 62 }
  const occasion: Row[] = aniversario
    ? [
        [aniversario.anos, { y: 295, width: 360, height: 204 }, numerals(204, terra)],
        ...framed(aniversario.desde, { ...frame, x: 374 }, capitals(34, ouro, 0.08)),
        ...framed(aniversario.ate, { ...frame, x: 826 }, capitals(34, ouro, 0.08)),
        ['ANOS', { x: 606, y: 400, width: 260, height: 40 }, capitals(34, terra, 0.42)],
      ]
    : [[titulo, { y: 320, width: 880, height: 200 }, italics(96, terra)]]
  const when = [ocasiao, `${dia} ${mes}`, hora].join(' · ')
  return [
    ...rowsOfHost(wording, PREVIEW, png),
    ...occasion,
    [when, { y: 604, width: 1080, height: 36 }, capitals(27, papel, 0.06)],
  ]
}
