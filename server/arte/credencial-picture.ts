import type { Evento } from '../domain/evento.ts'
import type { OwnArt } from './arte.ts'
import { createDrawing, type Drawing, drawScenery, emblem, PALETTE } from './drawing.ts'
import { rasterize } from './encode.ts'
import {
  canWrite,
  capitals,
  italics,
  layOut,
  widthOf,
  write,
  writeAll,
  type Box,
  type Row,
  type Style,
} from './lettering.ts'
import { wordingOf } from './wording.ts'

/** The text on the picture of a credencial, besides the event's. */
export interface CredencialWording {
  nome: string
  /** `(65) •••••-5432` */
  telefone: string
  /** The company that invited the guest; null for a guest of the public form. */
  empresa: string | null
  /** The number of the guest's table; empty text for none. */
  numero: string
  /** `K7F3-92QD` */
  codigo: string
  /** The QR code as dark modules in a square with sides of `size` modules, its quiet zone included. */
  qr: { size: number; path: string }
  /** Why nothing on the picture opens anything, as it says: the guest withdrew, or the event is cancelled. */
  semValor: 'retirada' | 'cancelado' | null
}

const SEM_VALOR = {
  retirada: { title: 'PRESENÇA RETIRADA', line: 'não vale na portaria' },
  cancelado: { title: 'EVENTO CANCELADO', line: 'esta credencial não vale' },
}

const NO_OWN: OwnArt = { png: null, retrato: null }

const { papel, tinta, terra, ouro, botao } = PALETTE

/** Where things are on the card, by their centres; the QR code by its corner. */
interface Places {
  nome: Box
  empresa: Box
  qr: { left: number; top: number; size: number }
}

const ALONE: Places = {
  nome: { y: 612, width: 660, height: 200 },
  empresa: { y: 680, width: 660, height: 60 },
  qr: { left: 190, top: 690, size: 700 },
}
const WITH_EMPRESA: Places = { ...ALONE, nome: { y: 575, width: 660, height: 130 } }
const WITH_NUMERO: Places = {
  nome: { y: 550, width: 660, height: 114 },
  empresa: { y: 638, width: 660, height: 54 },
  qr: { left: 225, top: 752, size: 630 },
}

/** The ticket with a table's number: the word, the figure, and the spaces between and beside them. */
const TICKET = { y: 712, height: 72, gap: 22, side: 50 }
const FIGURE: Box = { y: TICKET.y, width: 400, height: 60 }
const figures = capitals(58, botao)
const word = capitals(34, papel, 0.14)

/** Draws a guest's credencial with the QR code, to be saved on the phone: 1080 × 1920, as PNG. */
export async function credencialPicture(
  evento: Evento,
  wording: CredencialWording,
  own: OwnArt = NO_OWN,
): Promise<Buffer> {
  return rasterize(drawCredencial(evento, wording, own), 1080, own.retrato !== null || own.png !== null)
}

/** The same as SVG. A name that no font here can write is left out: the code identifies the guest. */
export function drawCredencial(evento: Evento, wording: CredencialWording, own: OwnArt = NO_OWN): string {
  const { nome, telefone, empresa, numero, codigo, qr, semValor } = wording
  const hasNumero = numero !== '' && !semValor && canWrite(numero, FIGURE, figures)
  const places = hasNumero ? WITH_NUMERO : empresa === null ? ALONE : WITH_EMPRESA
  const drawing = own.retrato
    ? withBand(own.retrato, own.png === null)
    : drawScenery('portrait', { withOrnaments: false })
  writeAll(drawing, rowsOfEvento(evento, own))
  drawCard(drawing, semValor ? null : qr, places.qr)
  const writeIfPossible = (text: string, box: Box, style: Style) => {
    if (canWrite(text, box, style)) write(drawing, text, box, style)
  }
  writeIfPossible(nome.toLocaleUpperCase('pt-BR'), places.nome, capitals(58, tinta, 0.06))
  writeIfPossible(empresa ?? '', places.empresa, italics(46, terra))
  if (hasNumero) drawTicket(drawing, numero)
  if (semValor) {
    const { title, line } = SEM_VALOR[semValor]
    write(drawing, title, { y: 980, width: 660, height: 120 }, capitals(64, terra, 0.06))
    write(drawing, line, { y: 1090, width: 660, height: 80 }, italics(46, tinta))
    return drawing.toSvg()
  }
  write(drawing, codigo, { y: 1405, width: 660, height: 80 }, capitals(72, tinta, 0.12))
  writeIfPossible(telefone, { y: 1482, width: 660, height: 50 }, capitals(40, terra, 0.06))
  return drawing.toSvg()
}

/** Host and occasion at the top; when and where at the bottom. */
export function rowsOfEvento(evento: Evento, { png, retrato }: OwnArt = NO_OWN): Row[] {
  const { anfitriao, semana, dia, mes, ano, hora, local, cidade } = wordingOf(evento)
  const host = [anfitriao.nome, anfitriao.de].filter(Boolean).join(' ').toLocaleUpperCase('pt-BR')
  const when = `${semana}, ${dia} DE ${mes} DE ${ano}, ${hora}`
  return [
    // An own picture has no ox on it.
    retrato && !png ? '' : emblem(png, { x: 540, y: 128, scale: 0.7, fill: tinta }),
    [host, retrato ? BELOW_BAND : { y: 276, width: 880, height: 104 }, capitals(46, tinta, 0.14)],
    [evento.ocasiao, { y: 388, width: 860, height: 100 }, italics(58, terra)],
    [when, { y: 1754, width: 900, height: 48 }, capitals(42, botao, 0.04)],
    [`${local} · ${cidade}`, { y: 1832, width: 900, height: 80 }, italics(46, papel)],
  ]
}

/** How high the band of the organiser's picture is, and where the host's name is below it. */
const BAND = 240
const BELOW_BAND: Box = { y: 300, width: 880, height: 104 }

/**
 * Draws a band of the organiser's picture in place of the scenery, blurred, because a band would cut its words.
 * @param isAlone the whole picture is shown on the band, where else the logo is
 */
function withBand(jpg: Uint8Array, isAlone: boolean): Drawing {
  const drawing = createDrawing(1080, 1920)
  const href = `href="data:image/jpeg;base64,${Buffer.from(jpg).toString('base64')}"`
  drawing.define('foco', () => '<filter id="foco"><feGaussianBlur stdDeviation="28"/></filter>')
  drawing.add(
    `<path fill="${papel}" d="M0,0H1080V1920H0z"/><path fill="${tinta}" d="M0,0h1080v${BAND}H0z"/>` +
      `<svg width="1080" height="${BAND}" opacity=".75"><image x="-80" y="-80" width="1240" height="${BAND + 160}" preserveAspectRatio="xMidYMid slice" filter="url(#foco)" ${href}/></svg>` +
      (isAlone ? `<image y="12" width="1080" height="${BAND - 24}" ${href}/>` : '') +
      `<path fill="${ouro}" d="M0,${BAND}h1080v5H0zM0,1665h1080v5H0z"/>` +
      `<path fill="${tinta}" d="M0,1670H1080V1920H0z"/>`,
  )
  return drawing
}

/** A white card, because a camera has to read it; empty when the credencial is not valid. */
function drawCard(
  { add }: Drawing,
  qr: CredencialWording['qr'] | null,
  { left, top, size }: Places['qr'],
): void {
  add(
    `<rect x="170" y="470" width="740" height="1065" rx="28" fill="#fff" stroke="${ouro}" stroke-width="3"/>`,
  )
  if (!qr) return
  add(
    `<path shape-rendering="crispEdges" transform="translate(${left} ${top}) scale(${size / qr.size})" d="${qr.path}"/>`,
  )
}

/** The number of the table, where the page has its ticket. */
function drawTicket(drawing: Drawing, numero: string): void {
  const { y, height, gap, side } = TICKET
  const { lines, size } = layOut(numero, FIGURE, figures) ?? { lines: [], size: 0 }
  const figure = Math.max(...lines.map((line) => widthOf(line, { ...figures, size })))
  const mesa = widthOf('MESA', word)
  const width = Math.round(mesa + gap + figure + 2 * side)
  const left = (drawing.width - width) / 2
  const notches = [left, left + width].map((x) => `<circle cx="${x}" cy="${y}" r="14" fill="#fff"/>`)
  drawing.add(
    `<rect x="${left}" y="${y - height / 2}" width="${width}" height="${height}" rx="12" fill="${tinta}"/>${notches.join('')}`,
  )
  write(drawing, 'MESA', { x: left + side + mesa / 2, y: y + 5, width: mesa + 1, height }, word)
  write(drawing, numero, { ...FIGURE, x: left + side + mesa + gap + figure / 2 }, figures)
}
