import { useLoaderData } from '@remix-run/react'
import { OpenConvite, ClosedConvite, titleOf, Entrance, type ConviteDaEquipe } from '~/equipe/entrance'
import { servicesOf } from '~/services.server'
import { leadWithoutEnd } from '~/shared/links.server'
import { aparelhoOf, homeOf, isEquipePost, equipeCookie } from '~/shared/equipe.server'
import { eventTime } from '~/shared/event-clock'
import { limitOf, withErrorPage, type Reason } from '~/shared/failure.server'
import { titled } from '~/shared/page'
import { NO_STORE, noStore, refuseOtherMethods, seeOther, type RouteArgs } from '~/shared/remix.server'
import type { Services } from '../../server/composition.ts'
import { pairingEndsAt, type Aparelho } from '../../server/domain/aparelho.ts'
import { dayWithYear } from '../../server/domain/quando.ts'
import { findInvitation, pairBrowser, type FoundInvitation } from '../../server/use-cases/equipe.ts'

/** Shows whose invitation a code is, and spends nothing, because link previews open it too. */
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

/** Pairs this browser. If two bring the same code, the second reads that it was used. */
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

/** The status of a code's page: an open one exists, an unknown one does not, any other is gone. */
function statusOf({ kind }: Pick<FoundInvitation, 'kind'>): 200 | 404 | 410 {
  if (kind === 'open') return 200
  return kind === 'not-found' ? 404 : 410
}

async function shownConvite(
  found: FoundInvitation,
  own: Aparelho | null,
  services: Services,
): Promise<ConviteDaEquipe> {
  if (found.kind !== 'open') return { kind: found.kind }
  const { code, aparelho } = found
  const { evento } = services.config
  const validUntil = dayWithYear(evento.fim, pairingEndsAt(evento, aparelho.papel))
  return {
    kind: 'open',
    path: `/equipe/${code}`,
    nome: aparelho.nome,
    papel: aparelho.papel,
    por: await withErrorPage(services, inviterOf(aparelho, services)),
    ate: eventTime(evento.inicio, aparelho.codigoate),
    // Unknown until an event is described.
    validUntil: services.gravado && validUntil,
    current: own?.nome ?? null,
  }
}

/** The last person who invited, according to the history; null for the command line. @throws StorageError */
async function inviterOf({ aparelhoid }: Aparelho, { historico, equipe }: Services): Promise<string | null> {
  const linhas = await historico.list({ alvo: aparelhoid, after: null, limit: 20 })
  const invited = linhas.find(({ ato }) => ato === 'convidou' || ato === 'reconectou')
  if (!invited) return null
  return (await equipe.nomesOf([invited.quem])).get(invited.quem) ?? null
}

/**
 * How often one existing code may be requested, from anywhere, in ten minutes: by a preview, its owner and
 * some others.
 */
const limit = limitOf({ points: 30, duration: 10 * 60 })

/**
 * Reads the invitation of a code, and counts how often an existing one is requested. The server in front
 * counts wrong codes by address; they never block a right one (decision 0021).
 * @throws Response 429 with the page that says to wait; 503 while storage does not answer
 */
async function findInvitationLimited(typed: string, services: Services): Promise<FoundInvitation> {
  const found = await withErrorPage(services, findInvitation(services, typed))
  if (found.kind === 'not-found') return found
  const wait = await limit.count(found.aparelho.aparelhoid, services)
  if (wait > 0) throw noStore<Reason>({ reason: 'codigos' }, 429, { 'Retry-After': String(wait) })
  return found
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
