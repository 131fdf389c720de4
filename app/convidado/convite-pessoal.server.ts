import { NO_STORE, redirect, seeOther } from '~/shared/remix.server'
import type { Services } from '../../server/composition.ts'
import { type ConviteComReserva, estadoOf } from '../../server/domain/convite-pessoal.ts'
import type { Reserva } from '../../server/domain/reserva.ts'
import { findConvite, findConviteOf } from '../../server/use-cases/convites-pessoais.ts'
import { whoStays } from '../../server/use-cases/find-convidado.ts'
import { withoutAddressEnd } from '../../server/domain/text.ts'
import { cadastroPath } from '~/shared/cadastro-path'
import { convitePath } from '~/shared/links.server'
import { credencialPath, openCredencial, tokensOf } from '~/shared/credenciais.server'
import { closingOf, isErasureDay } from '~/shared/closing.server'
import { withErrorPage } from '~/shared/failure.server'
import { readSession, type ConviteSession } from '~/shared/session.server'

/**
 * The personal invitation whose code the form's address carries; null where it carries none.
 * @throws Response 404 for a code nobody was given; 303 to the invitation where it takes no registration, which says why;
 *   302 to the address with the code as it was made
 */
export async function conviteAskedFor(search: URLSearchParams, services: Services) {
  const raw = search.get('convite')
  if (raw === null) return null
  const found = await withErrorPage(services, findConvite(services, withoutAddressEnd(raw)))
  if (!found) throw new Response(null, { status: 404 })
  const { convite, reserva } = found
  const { empresaid, codigo } = convite
  if (estadoOf(reserva) !== 'novo') throw seeOther(convitePath(empresaid, codigo), NO_STORE)
  if (raw !== codigo) throw redirect(cadastroPath({ empresaid: null, codigo }), { headers: NO_STORE })
  return conviteShown(found, services)
}

/** What a new one says: for whom, and whose table. */
export async function conviteShown({ convite }: ConviteComReserva, services: Services) {
  const { empresaid, codigo, rotulo } = convite
  const found = await withErrorPage(services, services.empresas.find(empresaid, services.now()))
  if (!found) throw new Response(null, { status: 404 })
  return { empresaid: null, nome: found.empresa.nome, codigo, rotulo }
}

/**
 * What an address of a personal invitation shows.
 * @throws Response 404 where there is none; 303 to the credencial it paid for, for the browser that registered it
 */
export async function openConvite(
  params: { empresaid?: string | undefined; codigo?: string | undefined },
  request: Request,
  services: Services,
) {
  const empresaid = services.parseEmpresaid(params.empresaid)
  const found =
    empresaid === null
      ? null
      : await withErrorPage(services, findConviteOf(services, empresaid, params.codigo))
  if (!found) return leadToConvite(params, services)
  const session = await readSession(request, services)
  const own = await withErrorPage(services, ownCredencialOf(found.reserva, session, services))
  if (own !== null) throw seeOther(own, NO_STORE)
  const estado = estadoOf(found.reserva)
  const closing = estado === 'novo' ? closingOf(services) : null
  const convite = estado === 'novo' && !closing ? await conviteShown(found, services) : null
  return { estado, closing, convite }
}

/**
 * Leads to the invitation that an address means whose code has something behind it, or its company other capitals.
 * @throws Response 302; 404 where it means none
 */
async function leadToConvite(
  { empresaid = '', codigo = '' }: { empresaid?: string | undefined; codigo?: string | undefined },
  services: Services,
): Promise<never> {
  const meant = await withErrorPage(services, findConvite(services, withoutAddressEnd(codigo)))
  if (meant?.convite.empresaid.toLowerCase() !== empresaid.toLowerCase())
    throw new Response(null, { status: 404 })
  throw redirect(convitePath(meant.convite.empresaid, meant.convite.codigo), { headers: NO_STORE })
}

/** The credencial it paid for, where this browser keeps a link to it: the guest may have been merged since. */
async function ownCredencialOf({ credencialid }: Reserva, session: ConviteSession, services: Services) {
  const tokens = tokensOf(session).toReversed()
  if (credencialid === null || tokens.length === 0 || isErasureDay(services)) return null
  const direct = tokens.find((token) => services.parseToken(token)?.credencialid === credencialid)
  // A link that was replaced says so; one that ended would lead nowhere.
  if (direct !== undefined && (await openCredencial(direct, services)).kind !== 'not-found')
    return credencialPath(direct)
  const stays = await whoStays(services.credenciais, credencialid)
  for (const token of tokens) {
    const opened = await openCredencial(token, services)
    const isOwn = opened.kind === 'open' && opened.convidado.credencial.credencialid === stays
    if (isOwn) return credencialPath(token)
  }
  return null
}
