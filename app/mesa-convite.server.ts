import type { Services } from '../server/composition.ts'
import type { ConviteDaMesa } from '../server/domain/mesa-shown.ts'
import { revokeConvite } from '../server/use-cases/revoke-convite.ts'
import { isClosed } from './closing.server.ts'
import { withErrorPage } from './failure.server.ts'
import { holderOf } from './mesa-acts.server.ts'
import { headOf, rotuloOf } from './mesa-shown.server.ts'
import { backToMesa, mesaOf, notFound, readMesa, type MesaAberta } from './mesa.server.ts'

/** A new personal invitation of the table a token opens, for the pages about one. */
export interface NovoAberto {
  mesa: MesaAberta
  convite: ConviteDaMesa
  empresa: string
  livres: number
}

/**
 * Opens a new personal invitation of a table.
 * @throws Response 404 for a code that is none of the table's; 303 to the panel, which says why, for one that is not new,
 *   and after the closing date
 */
export async function openNovo(
  params: { token?: string; codigo?: string },
  services: Services,
): Promise<NovoAberto> {
  const mesa = await mesaOf(params.token, services)
  const { nome, convites, numeros } = await readMesa(mesa, services)
  const convite = convites.find(({ codigo }) => codigo === params.codigo)
  if (!convite) throw notFound()
  if (convite.estado !== 'novo') throw backToMesa(mesa, `ja-${convite.estado}`)
  if (isClosed(services)) throw backToMesa(mesa, 'encerrado')
  return { mesa, convite, empresa: nome, livres: numeros.livres }
}

/** What the page says that asks before an invitation is revoked. */
export function revokingShown(
  { mesa, convite, empresa, livres }: NovoAberto,
  services: Pick<Services, 'closesAt' | 'config' | 'now'>,
) {
  return { ...headOf(empresa, services), path: mesa.path, rotulo: rotuloOf(convite.rotulo), livres }
}

/** REVOGAR O CONVITE. @returns the way to the panel, which says what became of it */
export async function revokeShownConvite(
  params: { token?: string; codigo?: string },
  services: Services,
): Promise<Response> {
  const mesa = await mesaOf(params.token, services)
  const request = { empresaid: mesa.empresaid, codigo: params.codigo, isClosed: isClosed(services) }
  const revocation = await withErrorPage(services, revokeConvite(services, request, holderOf(services)))
  switch (revocation.kind) {
    case 'revoked':
      return backToMesa(mesa, 'revogado')
    case 'already-revoked':
      return backToMesa(mesa, 'ja-revogado')
    case 'already-used':
      return backToMesa(mesa, 'ja-usado')
    case 'closed':
      return backToMesa(mesa, 'encerrado')
    case 'convite-not-found':
      throw notFound()
    default:
      return revocation satisfies never
  }
}
