import type { Services } from '../server/composition.ts'
import type { NovoAberto } from './mesa-convite.server.ts'
import { headOf, publicLinkOf, messageOf, rotuloOf } from './mesa-shown.server.ts'
import { notFound } from './mesa.server.ts'
import { lembreteByWhatsapp, pessoalByWhatsapp } from './whatsapp.server.ts'
import { formatTelefone, parseTelefone } from '../server/domain/telefone.ts'

/**
 * The page that sends a personal invitation or a reminder of it, to the number that was typed.
 * @param typed empty text to choose the number in WhatsApp
 */
export function envioShown(
  { mesa, convite, empresa }: NovoAberto,
  typed: string,
  request: Request,
  services: Services,
) {
  const publico = publicLinkOf(mesa.empresaid, request, services)
  if (publico === null) throw notFound()
  const { codigo, rotulo } = convite
  const { evento } = services.config
  const telefone = typed.trim() === '' ? null : parseTelefone(typed)
  const digits = telefone?.kind === 'ok' ? `55${telefone.telefone}` : ''
  const message = messageOf({ rotulo, empresa, link: `${publico}/${codigo}` }, services)
  return {
    ...headOf(empresa, services),
    ...{ path: mesa.path, codigo, rotulo: rotuloOf(rotulo), typed },
    error: telefone?.kind === 'invalid' ? telefone.message : null,
    para: telefone?.kind === 'ok' ? formatTelefone(telefone.telefone) : null,
    convite: pessoalByWhatsapp(evento, message, digits),
    lembrete: lembreteByWhatsapp(evento, message, digits),
  }
}
