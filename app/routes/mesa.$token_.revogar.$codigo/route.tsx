import { titled } from '~/shared/page'
import { noStore, refuseOtherMethods, type RouteArgs } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { ConfirmAtMesa, GivenBack } from '~/mesa/confirm'
import type { RouteHandle } from '~/shared/document'
import { openNovo, revokeShownConvite, revokingShown } from './convite.server'
import { servicesOf } from '~/services.server'

export const handle: RouteHandle = { sheet: 'presenca' }

export async function loader({ params, context }: RouteArgs) {
  const services = await servicesOf(context)
  return noStore(revokingShown(await openNovo(params, services), services))
}

export async function action({ params, request, context }: RouteArgs) {
  refuseOtherMethods(request)
  return revokeShownConvite(params, await servicesOf(context))
}

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
