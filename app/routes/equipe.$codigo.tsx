import { titled } from '~/shared/page'
import { NO_STORE, noStore, refuseOtherMethods, seeOther, type RouteArgs } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { OpenConvite, ClosedConvite, titleOf, Entrance } from '~/equipe/entrance'
import { withErrorPage } from '~/shared/failure.server'
import { pairBrowser, shownConvite, statusOf, findInvitationLimited } from '~/equipe/pairing.server'
import { servicesOf } from '~/services.server'
import { leadWithoutEnd } from '~/shared/links.server'
import { aparelhoOf, homeOf, isEquipePost, equipeCookie } from '~/shared/equipe.server'

/** Shows whose invitation a code is, and spends nothing: link previews open it, too. */
export async function loader({ params, request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const { codigo = '' } = params
  leadWithoutEnd(codigo, (meant) => {
    const code = services.parseCode(meant)
    return code && `/equipe/${code}`
  })
  const found = await findInvitationLimited(codigo, services)
  const own = await withErrorPage(services, aparelhoOf(request, services))
  const isOwn = found.kind === 'used' && found.aparelho.aparelhoid === own?.aparelhoid
  if (isOwn) throw seeOther(homeOf(own.papel), NO_STORE)
  const convite = await shownConvite(found, own, services)
  return noStore(convite, statusOf(found))
}

/** Pairs this browser; of two that bring one code, the second reads that it was used. */
export async function action({ params, request, context }: RouteArgs) {
  refuseOtherMethods(request)
  const services = await servicesOf(context)
  if (!isEquipePost(request, context, services)) throw new Response(null, { status: 403 })
  const found = await findInvitationLimited(params.codigo ?? '', services)
  const result = found.kind === 'open' ? await withErrorPage(services, pairBrowser(services, found)) : found
  if (result.kind !== 'paired') return noStore(null, statusOf(result))
  throw seeOther(homeOf(result.aparelho.papel), {
    ...NO_STORE,
    'Set-Cookie': await equipeCookie(result.secret, services),
  })
}

export const meta = titled<typeof loader>((data) => (data ? titleOf(data.kind) : 'Equipe'))

export default function EnterEquipe() {
  const convite = useLoaderData<typeof loader>()
  return (
    <Entrance title={titleOf(convite.kind)}>
      {convite.kind === 'open' ? <OpenConvite {...convite} /> : <ClosedConvite kind={convite.kind} />}
    </Entrance>
  )
}
