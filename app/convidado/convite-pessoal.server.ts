import { NO_STORE, redirect, seeOther } from '~/shared/remix.server'
import type { Services } from '../../server/composition.ts'
import { type ConviteComReserva, estadoOf } from '../../server/domain/convite-pessoal.ts'
import { findConvite } from '../../server/use-cases/convites-pessoais.ts'
import { withoutAddressEnd } from '../../server/domain/text.ts'
import { cadastroPath } from '~/shared/cadastro-path'
import { convitePath } from '~/shared/links.server'
import { withErrorPage } from '~/shared/failure.server'

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
