import { encode } from 'uqr'
import { daOcasiao } from '../../server/domain/artigo.ts'
import { empresaidInPath } from '../../server/domain/casa.ts'
import { withoutAddressEnd } from '../../server/domain/text.ts'
import type { Services } from '../../server/composition.ts'
import type { Evento } from '../../server/domain/evento.ts'
import type { Qr } from './page.tsx'
import { isClosed } from './closing.server.ts'
import { eventoTold, textOf, titleOf, type Mensagem } from './mensagem.ts'
import { NO_STORE, redirect } from './remix.server.ts'
import { addressOf, whenOf } from './words.ts'

/** A path's address as guests see it, for what leaves this site: QR codes, messages. */
export function absoluteUrl(path: string, request: Request, { config }: Pick<Services, 'config'>): string {
  // In demonstration no origin is set, so the request's is used.
  return new URL(path, config.publicOrigin ?? request.url).href
}

/** An invitation of the house is under the id that every credencial names. */
export const convitePath = (empresaid: string, codigo: string) =>
  `/${encodeURIComponent(empresaidInPath(empresaid))}/${codigo}`

/**
 * Redirects a GET whose address, or part of it, ends in characters left by a chat or a sentence (decision
 * 0045).
 * @param pathOf the address without them; null if that means nothing either
 * @throws Response 302
 */
export function leadWithoutEnd(raw: string, pathOf: (meant: string) => string | null): void {
  const meant = withoutAddressEnd(raw)
  const path = meant === raw || meant === '' ? null : pathOf(meant)
  if (path !== null) throw redirect(path, { headers: NO_STORE })
}

/** Light modules around the code, as the standard requires. */
const QUIET_ZONE = 4

/** A text's QR code, of which 15 % can be lost: paper gets creased. */
export function qrOf(text: string): Qr {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return { size, path: data.map(pathOfRow).join('') }
}

/** Neighbouring dark modules form one bar. */
function pathOfRow(row: boolean[], y: number): string {
  const signs = row.map((isDark) => (isDark ? '#' : ' ')).join('')
  return Array.from(
    signs.matchAll(/#+/g),
    ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
  ).join('')
}

/**
 * Opens WhatsApp with a credencial's link ready to be kept or forwarded; or at a guest's number, ready to be
 * sent.
 * @param para `digits` with the country code
 */
export function credencialByWhatsapp(
  evento: Evento,
  link: string,
  para?: { nome: string; digits: string },
): string {
  const whose = para ? `${para.nome}, sua` : 'Minha'
  return whatsappLink(
    `${whose} credencial para ${eventoTold(evento)}\n${whenAndWhere(evento)}\n\nApresente na entrada: ${link}`,
    para?.digits,
  )
}

/**
 * Opens WhatsApp with a guest's own certificate ready to be kept or forwarded.
 * @param ate until when it is available
 */
export function certificadoByWhatsapp(
  evento: Evento,
  { link, ate, codigo, conferencia }: Record<'link' | 'ate' | 'codigo' | 'conferencia', string>,
): string {
  return whatsappLink(
    `Meu certificado ${daOcasiao(evento.ocasiao)} (${evento.anfitriao})\n\nBaixe até ${ate}: ${link}\n\n` +
      `Confira com o nome e o código ${codigo}: ${conferencia}`,
  )
}

/** Opens WhatsApp with a company's link ready to be forwarded to the people at its table. */
export function convitesByWhatsapp(evento: Evento, empresa: string, link: string): string {
  return whatsappLink(
    `Convite de ${empresa} para ${eventoTold(evento)}\n${whenAndWhere(evento)}\n\n` +
      `Confirme sua presença com um dos nossos convites: ${link}`,
  )
}

/** The public invitation as a text to copy. */
export const conviteText = (evento: Evento, link: string) =>
  `${titleOf(evento)}\n${whenAndWhere(evento)}\n\nConfirme sua presença: ${link}`

export const conviteByWhatsapp = (evento: Evento, link: string) => whatsappLink(conviteText(evento, link))

/** The same of the public invitation, for somebody else; null once registrations are closed. */
export const encaminhavel = (request: Request, services: Services): string | null =>
  isClosed(services) ? null : conviteByWhatsapp(services.config.evento, absoluteUrl('/', request, services))

/**
 * Opens WhatsApp with a message ready to be sent.
 * @param digits of the number, with the country code; empty text to choose it there
 */
export function mensagemByWhatsapp(mensagem: Mensagem, digits: string): string {
  return whatsappLink(textOf(mensagem), digits)
}

/** Opens WhatsApp with an invitation to the team ready to be sent to the person it is for. */
export function equipeByWhatsapp(evento: Evento, link: string, ate: string): string {
  return whatsappLink(
    `Convite para a equipe ${daOcasiao(evento.ocasiao)} (${evento.anfitriao})\n\n` +
      `Abra no celular ou computador que você vai usar. Serve uma vez, até ${ate}: ${link}`,
  )
}

const whenAndWhere = (evento: Evento) =>
  [whenOf(evento), addressOf(evento), evento.informacoes].filter(Boolean).join('\n')

function whatsappLink(text: string, digits = ''): string {
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`
}
