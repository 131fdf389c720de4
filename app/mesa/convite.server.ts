import type { Services } from '../../server/composition.ts'
import { formatTelefone, parseTelefone } from '../../server/domain/telefone.ts'
import { revokeConvite } from '../../server/use-cases/convites-pessoais.ts'
import { isClosed } from '~/shared/closing.server'
import { withErrorPage } from '~/shared/failure.server'
import { textoIn } from '~/shared/envios.server'
import { mensagemByWhatsapp } from '~/shared/links.server'
import { mensagemOf } from '~/shared/mensagem'
import { autorOfMesa, backToMesa, mesaOf, readMesa, notFound } from './mesa.server.ts'
import { headOf, pessoalOf, publicLinkOf, rotuloOf } from './panel.server.ts'

type NovoAberto = Awaited<ReturnType<typeof openNovo>>

/**
 * Opens a new personal invitation of a table.
 * @throws Response 404 for a code that is none of the table's; 303 to the panel, which says why, for one that is not new,
 *   and after the closing date
 */
export async function openNovo(params: { token?: string; codigo?: string }, services: Services) {
  const mesa = await mesaOf(params.token, services)
  const { nome, convites, numeros } = await readMesa(mesa, services)
  const convite = convites.find(({ codigo }) => codigo === params.codigo)
  if (!convite) throw notFound()
  if (convite.estado !== 'novo') throw backToMesa(mesa, `ja-${convite.estado}`)
  if (isClosed(services)) throw backToMesa(mesa, 'encerrado')
  return { mesa, convite, empresa: nome, livres: numeros.livres }
}

/** What the page says that asks before an invitation is revoked. */
export function revokingShown({ mesa, convite, empresa, livres }: NovoAberto, services: Services) {
  return { ...headOf(empresa, services), path: mesa.path, rotulo: rotuloOf(convite.rotulo), livres }
}

/** REVOGAR O CONVITE. @returns the way to the panel, which says what became of it */
export async function revokeShownConvite(params: { token?: string; codigo?: string }, services: Services) {
  const mesa = await mesaOf(params.token, services)
  const request = { empresaid: mesa.empresaid, codigo: params.codigo, isClosed: isClosed(services) }
  const revocation = await withErrorPage(services, revokeConvite(services, request, autorOfMesa(services)))
  if (revocation.kind === 'convite-not-found') throw notFound()
  return backToMesa(mesa, REVOCATIONS[revocation.kind])
}

const REVOCATIONS = {
  revoked: 'revogado',
  'already-revoked': 'ja-revogado',
  'already-used': 'ja-usado',
  closed: 'encerrado',
} as const

/**
 * The page that sends a personal invitation or a reminder of it, to the number that was typed.
 * @param typed empty text to choose the number in WhatsApp
 */
export async function envioShown(
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
  const texto = textoIn(await withErrorPage(services, services.envios.listTextos()), 'pessoal')
  const pessoal = pessoalOf({ codigo, rotulo, empresa, publico }, services)
  const whatsapp = (isAgain: boolean) =>
    mensagemByWhatsapp(mensagemOf(evento, { ...pessoal, isAgain }, texto), digits)
  return {
    ...headOf(empresa, services),
    ...{ path: mesa.path, codigo, rotulo: rotuloOf(rotulo), typed },
    error: telefone?.kind === 'invalid' ? telefone.message : null,
    para: telefone?.kind === 'ok' ? formatTelefone(telefone.telefone) : null,
    convite: whatsapp(false),
    lembrete: whatsapp(true),
  }
}
