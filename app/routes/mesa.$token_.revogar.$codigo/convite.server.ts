import type { Services } from '../../../server/composition.ts'
import { revokeConvite } from '../../../server/use-cases/convites-pessoais.ts'
import { isClosed } from '~/shared/closing.server'
import { withErrorPage } from '~/shared/failure.server'
import { autorOfMesa, backToMesa, mesaOf, readMesa, notFound } from '~/mesa/mesa.server'
import { headOf, rotuloOf } from '~/mesa/panel.server'

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
  const revocation = await withErrorPage(
    services,
    revokeConvite(services, request, autorOfMesa(mesa, services)),
  )
  if (revocation.kind === 'convite-not-found') throw notFound()
  return backToMesa(mesa, REVOCATIONS[revocation.kind])
}

const REVOCATIONS = {
  revoked: 'revogado',
  'already-revoked': 'ja-revogado',
  'already-used': 'ja-usado',
  closed: 'encerrado',
} as const
