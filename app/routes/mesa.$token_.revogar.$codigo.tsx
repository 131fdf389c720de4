import { titled } from '~/shared/page'
import { noStore, refuseOtherMethods, type RouteArgs } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { ConfirmAtMesa, GivenBack } from '~/mesa/confirm'
import type { RouteHandle } from '~/shared/document'
import { servicesOf } from '~/services.server'
import type { Services } from '../../server/composition.ts'
import { revokeConvite } from '../../server/use-cases/convites-pessoais.ts'
import { isClosed } from '~/shared/closing.server'
import { withErrorPage } from '~/shared/failure.server'
import { autorOfMesa, backToMesa, mesaOf, readMesa, notFound } from '~/mesa/mesa.server'
import { headOf, rotuloOf } from '~/mesa/panel.server'

export const handle: RouteHandle = { sheet: 'presenca' }

export async function loader({ params, context }: RouteArgs) {
  const services = await servicesOf(context)
  const { mesa, convite, empresa, livres } = await openNovo(params, services)
  const rotulo = rotuloOf(convite.rotulo)
  return noStore({ ...headOf(empresa, services), path: mesa.path, rotulo, livres })
}

/**
 * Opens a new personal invitation of a table.
 * @throws Response 404 for a code that is none of the table's; 303 to the panel, which says why, for one that is not new,
 *   and after the closing date
 */
async function openNovo(params: { token?: string; codigo?: string }, services: Services) {
  const mesa = await mesaOf(params.token, services)
  const { nome, convites, numeros } = await readMesa(mesa, services)
  const convite = convites.find(({ codigo }) => codigo === params.codigo)
  if (!convite) throw notFound()
  if (convite.estado !== 'novo') throw backToMesa(mesa, `ja-${convite.estado}`)
  if (isClosed(services)) throw backToMesa(mesa, 'encerrado')
  return { mesa, convite, empresa: nome, livres: numeros.livres }
}

/** REVOGAR O CONVITE leads to the panel, which says what became of it. */
export async function action({ params, request, context }: RouteArgs) {
  refuseOtherMethods(request)
  const services = await servicesOf(context)
  const mesa = await mesaOf(params.token, services)
  const asked = { empresaid: mesa.empresaid, codigo: params.codigo, isClosed: isClosed(services) }
  const revocation = await withErrorPage(
    services,
    revokeConvite(services, asked, autorOfMesa(mesa, services)),
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

export const meta = titled<typeof loader>((data) => `Revogar o convite? · Mesa ${data?.nome ?? ''}`)

export default function RevokePage() {
  const { path, nome, rotulo, livres } = useLoaderData<typeof loader>()
  return (
    <ConfirmAtMesa
      path={path}
      nome={nome}
      title="REVOGAR O CONVITE?"
      assunto={rotulo}
      estado="convite pessoal novo, sem cadastro"
      consequences={[
        'O link deixa de valer. Quem abrir lê que o convite foi revogado, sem nome nem mesa.',
        <GivenBack key="volta" livres={livres} />,
        'Não enviamos mensagem: se já mandou o link, avise você.',
      ]}
      ato="REVOGAR O CONVITE"
      keep="MANTER O CONVITE"
    />
  )
}
