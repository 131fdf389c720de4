import type { Evento } from '../server/domain/evento.ts'
import { whereOf, whenOf } from '~/components/evento-summary'

/** Opens WhatsApp with a credencial's link ready to be kept or forwarded. */
export function credencialByWhatsapp(evento: Evento, link: string): string {
  return whatsappLink(
    `Minha credencial para ${evento.ocasiao} (${evento.anfitriao})\n${whenAndWhere(evento)}\n\n` +
      `Apresente na entrada: ${link}`,
  )
}

/**
 * Opens WhatsApp at a guest's number with the link of the credencial ready to be sent.
 * @param digits of the number, with the country code
 */
export function credencialToGuest(evento: Evento, digits: string, nome: string, link: string): string {
  return whatsappLink(
    `${nome}, sua credencial para ${evento.ocasiao} (${evento.anfitriao})\n${whenAndWhere(evento)}\n\n` +
      `Apresente na entrada: ${link}`,
    digits,
  )
}

/** Opens WhatsApp with a company's link ready to be forwarded to the people at its table. */
export function convitesByWhatsapp(evento: Evento, empresa: string, link: string): string {
  return whatsappLink(
    `Convite de ${empresa} para ${evento.ocasiao} (${evento.anfitriao})\n${whenAndWhere(evento)}\n\n` +
      `Confirme sua presença com um dos nossos convites: ${link}`,
  )
}

/** A personal invitation as its messages tell it. */
export interface ConvitePorWhatsapp {
  rotulo: string
  empresa: string
  /** `16 de setembro, 20h`: until when one registers. */
  ate: string
  link: string
}

/**
 * Opens WhatsApp with a personal invitation ready to be sent. The link comes last: it is what the preview shows.
 * @param digits of the number, with the country code; empty text to choose it there
 */
export function pessoalByWhatsapp(evento: Evento, convite: ConvitePorWhatsapp, digits = ''): string {
  return whatsappLink(`${convite.rotulo}, ${pessoal(evento, convite)}`, digits)
}

/** Opens WhatsApp with a reminder of a personal invitation nobody has used, as {@link pessoalByWhatsapp} does. */
export function lembreteByWhatsapp(evento: Evento, convite: ConvitePorWhatsapp, digits = ''): string {
  return whatsappLink(`Ainda dá tempo, ${convite.rotulo}: ${pessoal(evento, convite)}`, digits)
}

function pessoal(evento: Evento, { empresa, ate, link }: ConvitePorWhatsapp): string {
  return (
    `este convite é só seu, na mesa de ${empresa}.\n` +
    `${evento.ocasiao} (${evento.anfitriao})\n${whenAndWhere(evento)}\n\nCadastre-se até ${ate}: ${link}`
  )
}

/** Opens WhatsApp with an invitation to the team ready to be sent to the person it is for. */
export function equipeByWhatsapp(evento: Evento, link: string, ate: string): string {
  return whatsappLink(
    `Convite para a equipe de ${evento.ocasiao} (${evento.anfitriao})\n\n` +
      `Abra no celular ou computador que você vai usar. Serve uma vez, até ${ate}: ${link}`,
  )
}

/** Opens WhatsApp with the link of a holder's panel ready to be sent to the table's holder. */
export function mesaByWhatsapp(evento: Evento, empresa: string, link: string): string {
  return whatsappLink(
    `Painel da mesa de ${empresa} em ${evento.ocasiao} (${evento.anfitriao})\n${whenAndWhere(evento)}\n\n` +
      `Veja quem vem e convide uma pessoa por vez. O link é só de quem cuida da mesa: ${link}`,
  )
}

function whenAndWhere(evento: Evento): string {
  return `${whenOf(evento)}\n${whereOf(evento)}`
}

function whatsappLink(text: string, digits = ''): string {
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`
}
