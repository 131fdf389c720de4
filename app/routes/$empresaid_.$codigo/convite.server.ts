import { conviteShown, isAddressedTo } from '~/convidado/enderecos.server'
import { closingOf, isErasureDay } from '~/shared/closing.server'
import { credencialPath, openCredencial, tokensOf } from '~/shared/credenciais.server'
import { convitePath } from '~/shared/links.server'
import { NO_STORE, redirect, seeOther } from '~/shared/remix.server'
import { readSession, type ConviteSession } from '~/shared/session.server'
import { encontroShown, whenAt } from '~/shared/words'
import type { Services } from '../../../server/composition.ts'
import { confirmadosDe, estadoOf, type ConviteComReservas } from '../../../server/domain/convite-pessoal.ts'
import { withoutAddressEnd } from '../../../server/domain/text.ts'
import { findConvite, findConviteOf } from '../../../server/use-cases/convites-pessoais.ts'
import { whoStays } from '../../../server/use-cases/find-convidado.ts'

/** A personal invitation that can be answered, or was declined. */
export type ConviteAberto = NonNullable<Awaited<ReturnType<typeof openConvite>>['convite']>

type Params = { empresaid?: string | undefined; codigo?: string | undefined }

/** The invitation an address names; null for none. */
export async function findConviteIn({ empresaid: typed, codigo }: Params, services: Services) {
  const empresaid = services.parseEmpresaid(typed)
  return empresaid === null ? null : findConviteOf(services, empresaid, codigo)
}

/**
 * What an address of a personal invitation shows.
 * @param isRefused it answers a post
 * @throws Response 404 if there is none; 303 to the credencial it paid for, for the browser that
 *   registered it, once nobody else can register with it
 */
export async function openConvite(params: Params, request: Request, services: Services, isRefused = false) {
  const found = await findConviteIn(params, services)
  if (!found) return leadToConvite(params, services)
  const session = await readSession(request, services)
  const credencial = await ownCredencialOf(found, session, services)
  const estado = estadoOf(found)
  if (credencial !== null && estado !== 'novo') throw seeOther(credencial, NO_STORE)
  const { lugares } = found.convite
  const isOpen = estado === 'novo' || estado === 'recusado'
  const closing = isOpen ? closingOf(services, isRefused) : null
  // Who said that they will not come reads thanks even then.
  const isThanked = estado === 'recusado' && closing?.cancelado === null && !closing.isErased
  if (!isOpen || (closing && !isThanked)) return { estado, lugares, closing, convite: null }
  const { evento } = services.config
  const convite = {
    ...(await conviteShown(found, services)),
    lugares,
    /** The credencial this browser registered with it; null for none. */
    credencial,
    /** How many confirmed with it. */
    confirmados: confirmadosDe(found).length,
    isRecusado: estado === 'recusado',
    /** Somebody registered with it: they withdraw on their credencial. */
    isBegun: found.reservas.some(({ credencialid }) => credencialid !== null),
    /** Until when it takes registrations; null once it takes none. */
    ate: closing ? null : untilWhen(services),
    evento: encontroShown(evento),
  }
  return { estado, lugares, closing: null, convite }
}

const untilWhen = ({ config: { evento }, closesAt }: Services) =>
  closesAt === Date.parse(evento.fim) ? 'o fim do evento' : whenAt(evento.inicio, closesAt)

/**
 * Redirects to the invitation an address means if its code has something after it, or its company other
 * capitals.
 * @throws Response 302; 404 if it means none
 */
async function leadToConvite({ empresaid = '', codigo = '' }: Params, services: Services): Promise<never> {
  const meant = await findConvite(services, withoutAddressEnd(codigo))
  if (!meant || !isAddressedTo(meant, empresaid)) throw new Response(null, { status: 404 })
  throw redirect(convitePath(meant.convite.empresaid, meant.convite.codigo), { headers: NO_STORE })
}

/** A credencial it paid for, if this browser keeps a link to it: the guest may have been merged since. */
async function ownCredencialOf(
  { reservas }: ConviteComReservas,
  session: ConviteSession,
  services: Services,
) {
  const tokens = tokensOf(session).toReversed()
  const ids = reservas.flatMap(({ credencialid }) => credencialid ?? [])
  if (ids.length === 0 || tokens.length === 0 || isErasureDay(services)) return null
  const direct = tokens.find((token) => ids.includes(services.parseToken(token)?.credencialid ?? ''))
  // A replaced link says so; one that no longer opens would lead nowhere.
  if (direct !== undefined && (await openCredencial(direct, services)).kind !== 'not-found')
    return credencialPath(direct)
  const stay = await Promise.all(ids.map((id) => whoStays(services.credenciais, id)))
  for (const token of tokens) {
    const opened = await openCredencial(token, services)
    if (opened.kind === 'open' && stay.includes(opened.convidado.credencial.credencialid))
      return credencialPath(token)
  }
  return null
}
