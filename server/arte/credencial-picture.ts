import type { Evento } from '../domain/evento.ts'
import type { Drawing } from './drawing.ts'
import { type Box, capitals, italics, type Style } from './fit.ts'
import { canWrite, write } from './lettering.ts'
import { drawLogo } from './icons.ts'
import { PALETTE, drawScenery } from './scenery.ts'
import { rasterize } from './encode.ts'
import { wordingOf } from './wording.ts'

/** What the picture of a credencial says besides the event. */
export interface CredencialWording {
  nome: string
  /** `(65) •••••-5432` */
  telefone: string
  /** The company that invited the guest; null for a guest of the public form. */
  empresa: string | null
  /** `K7F3-92QD` */
  codigo: string
  /** The QR code as dark modules in a square of `size` modules a side, its quiet zone included. */
  qr: { size: number; path: string }
  /** Why nothing on the picture opens anything, which it says: the guest withdrew, or the event was cancelled. */
  semValor: 'retirada' | 'cancelado' | null
}

const SEM_VALOR = {
  retirada: { title: 'PRESENÇA RETIRADA', line: 'não vale na portaria' },
  cancelado: { title: 'EVENTO CANCELADO', line: 'esta credencial não vale' },
}

const { papel, tinta, terra, ouro, botao } = PALETTE
const QR_CODE = { left: 190, top: 690, size: 700 }

/** Draws a guest's credencial for the gallery of the phone, with the QR code: 1080 × 1920, as PNG. */
export async function credencialPicture(evento: Evento, wording: CredencialWording): Promise<Buffer> {
  return rasterize(drawCredencial(evento, wording), 1080)
}

/** The same as SVG. A name that no font here can write is left out: the code identifies the guest. */
export function drawCredencial(evento: Evento, wording: CredencialWording): string {
  const { nome, telefone, empresa, codigo, qr, semValor } = wording
  const drawing = drawScenery('portrait', { withOrnaments: false })
  drawEvent(drawing, evento)
  drawCard(drawing, semValor ? null : qr)
  const writeIfPossible = (text: string, box: Box, style: Style) => {
    if (canWrite(text, box, style)) write(drawing, text, box, style)
  }
  const nameBox = empresa === null ? { y: 612, height: 200 } : { y: 575, height: 130 }
  writeIfPossible(nome.toLocaleUpperCase('pt-BR'), { ...nameBox, width: 660 }, capitals(58, tinta, 0.06))
  writeIfPossible(empresa ?? '', { y: 680, width: 660, height: 60 }, italics(46, terra))
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

/** Host and occasion at the top; when and where at the bottom. @throws EventoError when a text cannot be drawn */
export function drawEvent(drawing: Drawing, evento: Evento): void {
  const { anfitriao, semana, dia, mes, ano, hora, local, cidade } = wordingOf(evento)
  const host = [anfitriao.nome, anfitriao.de].filter(Boolean).join(' ').toLocaleUpperCase('pt-BR')
  const when = `${semana}, ${dia} DE ${mes} DE ${ano}, ${hora}`
  drawLogo(drawing, { y: 128, scale: 0.7, fill: tinta })
  write(drawing, host, { y: 276, width: 880, height: 104 }, capitals(46, tinta, 0.14))
  write(drawing, evento.ocasiao, { y: 388, width: 860, height: 100 }, italics(58, terra))
  write(drawing, when, { y: 1754, width: 900, height: 48 }, capitals(42, botao, 0.04))
  write(drawing, `${local} · ${cidade}`, { y: 1832, width: 900, height: 80 }, italics(46, papel))
}

/** A white card, because a camera has to read what is on it; empty where that is of no worth. */
function drawCard({ add }: Drawing, qr: CredencialWording['qr'] | null): void {
  const { left, top, size } = QR_CODE
  add(
    `<rect x="170" y="470" width="740" height="1065" rx="28" fill="#fff" stroke="${ouro}" stroke-width="3"/>`,
  )
  if (!qr) return
  add(
    `<path shape-rendering="crispEdges" transform="translate(${left} ${top}) scale(${size / qr.size})" d="${qr.path}"/>`,
  )
}
