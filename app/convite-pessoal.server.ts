import { redirect } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import type { ConviteComReserva } from '../server/domain/convite-pessoal-repo.ts'
import { estadoOf } from '../server/domain/estado-do-convite.ts'
import type { Reserva } from '../server/domain/reserva.ts'
import { findConvite, findConviteOf } from '../server/use-cases/find-convite.ts'
import { convitePath } from './convites.server.ts'
import { credencialPath, tokensOf } from './credenciais.server.ts'
import { closingOf, isErasureDay } from './closing.server.ts'
import { withErrorPage } from './failure.server.ts'
import { readSession, type ConviteSession } from './session.server.ts'

/** The personal invitation of an address. @throws Response 404 where there is none */
async function convitePessoalOf(
  { id, codigo }: { id?: string | undefined; codigo?: string | undefined },
  services: Pick<Services, 'convites' | 'log' | 'parseEmpresaid'>,
): Promise<ConviteComReserva> {
  const empresaid = services.parseEmpresaid(id)
  const found =
    empresaid === null ? null : await withErrorPage(services, findConviteOf(services, empresaid, codigo))
  if (!found) throw new Response(null, { status: 404 })
  return found
}

/**
 * The personal invitation the form is opened for; null for the public form.
 * @throws Response 404 for a code nobody was given; 303 to the invitation, which says why it takes no registration
 */
export async function conviteAskedFor(request: Request, services: Services) {
  const raw = new URL(request.url).searchParams.get('convite')
  if (raw === null) return null
  const found = await withErrorPage(services, findConvite(services, raw))
  if (!found) throw new Response(null, { status: 404 })
  const { convite, reserva } = found
  if (estadoOf(reserva) !== 'novo')
    throw redirect(convitePath(convite.empresaid, convite.codigo), { status: 303 })
  return conviteShown(found, services)
}

/** What a new one says: for whom, and whose table. */
export async function conviteShown(
  { convite }: ConviteComReserva,
  services: Pick<Services, 'empresas' | 'log' | 'now'>,
) {
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
  const found = await convitePessoalOf(params, services)
  const own = ownCredencialOf(found.reserva, await readSession(request, services), services)
  if (own !== null) throw redirect(own, { status: 303, headers: { 'Cache-Control': 'no-store' } })
  const estado = estadoOf(found.reserva)
  const closing = estado === 'novo' ? closingOf(services) : null
  const convite = estado === 'novo' && !closing ? await conviteShown(found, services) : null
  return { estado, closing, convite }
}

function ownCredencialOf(
  { credencialid }: Reserva,
  session: ConviteSession,
  services: Pick<Services, 'eraseAt' | 'now' | 'parseToken'>,
): string | null {
  if (credencialid === null || isErasureDay(services)) return null
  const token = tokensOf(session).findLast((one) => services.parseToken(one)?.credencialid === credencialid)
  return token === undefined ? null : credencialPath(token)
}
