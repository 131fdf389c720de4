import { NO_STORE, seeOther } from '~/shared/remix.server'
import type { Services } from '../../server/composition.ts'
import { type ConviteComReserva, estadoOf } from '../../server/domain/convite-pessoal.ts'
import { referenciaOf } from '../../server/domain/codigo.ts'
import type { Reserva } from '../../server/domain/reserva.ts'
import { findConvite, findConviteOf } from '../../server/use-cases/convites-pessoais.ts'
import { whoStays } from '../../server/use-cases/find-convidado.ts'
import { convitePath } from '~/shared/links.server'
import { credencialPath, openCredencial, tokensOf } from '~/shared/credenciais.server'
import { closingOf, isErasureDay } from '~/shared/closing.server'
import { withErrorPage } from '~/shared/failure.server'
import { commitSession, readSession, rememberConvite, type ConviteSession } from '~/shared/session.server'

/**
 * The personal invitation the form is opened for; null for the public form. One that is asked for by its code is kept in
 * the session, and the browser is led to an address without it: history and bookmarks would keep the code.
 * @throws Response 404 for what this browser did not open, and a code nobody was given; 303 to the address without the
 *   code, or to the invitation, which says why it takes no registration
 */
export async function conviteAskedFor(request: Request, session: ConviteSession, services: Services) {
  const { searchParams } = new URL(request.url)
  const [raw, referencia] = [searchParams.get('convite'), searchParams.get('pessoal')]
  if (raw === null && referencia === null) return null
  const kept = session.get('convites')?.find((codigo) => referenciaOf(codigo) === referencia)
  const found = await withErrorPage(services, findConvite(services, raw ?? kept))
  if (!found) throw new Response(null, { status: 404 })
  const { convite, reserva } = found
  const { empresaid, codigo } = convite
  if (estadoOf(reserva) !== 'novo') throw seeOther(convitePath(empresaid, codigo), NO_STORE)
  if (raw === null) return conviteShown(found, services)
  rememberConvite(session, codigo)
  throw seeOther(`/cadastro?pessoal=${referenciaOf(codigo)}`, {
    ...NO_STORE,
    'Set-Cookie': await commitSession(session, services),
  })
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
  params: { id?: string | undefined; codigo?: string | undefined },
  request: Request,
  services: Services,
) {
  const empresaid = services.parseEmpresaid(params.id)
  const found =
    empresaid === null
      ? null
      : await withErrorPage(services, findConviteOf(services, empresaid, params.codigo))
  if (!found) throw new Response(null, { status: 404 })
  const session = await readSession(request, services)
  const own = await withErrorPage(services, ownCredencialOf(found.reserva, session, services))
  if (own !== null) throw seeOther(own, NO_STORE)
  const estado = estadoOf(found.reserva)
  const closing = estado === 'novo' ? closingOf(services) : null
  const convite = estado === 'novo' && !closing ? await conviteShown(found, services) : null
  return { estado, closing, convite }
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
