import type { Evento } from '../server/domain/evento.ts'
import { ondeEm, quandoEm } from '~/components/evento-summary'

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

/** Opens WhatsApp with an invitation to the team ready to be sent to the person it is for. */
export function equipeByWhatsapp(evento: Evento, link: string, ate: string): string {
  return whatsappLink(
    `Convite para a equipe de ${evento.ocasiao} (${evento.anfitriao})\n\n` +
      `Abra no celular ou computador que você vai usar. Serve uma vez, até ${ate}: ${link}`,
  )
}

function whenAndWhere(evento: Evento): string {
  return `${quandoEm(evento)}\n${ondeEm(evento)}`
}

function whatsappLink(text: string, digits = ''): string {
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`
}
