import { empresaidInPath, isOfHouse, NINGUEM } from '../../server/domain/casa.ts'
import {
  type ConviteComReservas,
  placesFor,
  takesRegistrations,
} from '../../server/domain/convite-pessoal.ts'
import { withoutAddressEnd } from '../../server/domain/text.ts'
import { matchedRoute } from '../../server/route-table.ts'
import { findConvite } from '../../server/use-cases/convites-pessoais.ts'
import type { Services } from '../../server/composition.ts'
import { convitePath, leadWithoutEnd } from '~/shared/links.server'
import { cadastroPath } from '~/shared/page'
import { NO_STORE, redirect, seeOther } from '~/shared/remix.server'

/**
 * Redirects a GET whose address names no company to the company it means, or to a page of ours (decision
 * 0045).
 * @param pathOf the address of the same page for an existing company
 * @throws Response 302; 404 if it means none
 */
export async function leadToEmpresa(
  raw: string,
  pathOf: (empresaid: string) => string,
  services: Services,
): Promise<never> {
  leadWithoutEnd(raw, (meant) => (matchedRoute(`/${meant}`).path === `/${meant}` ? `/${meant}` : null))
  const found = await services.findEmpresaMeant(raw)
  if (!found) throw new Response(null, { status: 404 })
  throw redirect(pathOf(found.empresa.empresaid), { headers: NO_STORE })
}

/**
 * The address of the company or personal invitation that someone typed or pasted; null if there is none.
 */
export async function pathMeant(typed: string, services: Services): Promise<string | null> {
  const { empresas, parseEmpresaid, now } = services
  const [link = ''] = typed.trim().split(/[?#]/, 1)
  const parts = withoutAddressEnd(link).split('/')
  const convite = await findConvite(services, parts.at(-1))
  if (convite && isAddressedTo(convite, parts.at(-2) ?? ''))
    return convitePath(convite.convite.empresaid, convite.convite.codigo)
  for (const raw of [link.replace(/\/$/, '').split('/').at(-1) ?? '', parts.at(-1) ?? '']) {
    const empresaid = parseEmpresaid(raw)
    const exact = empresaid === null ? null : await empresas.find(empresaid, now())
    const found = exact ?? (await services.findEmpresaMeant(raw))
    if (found) return `/${found.empresa.empresaid}`
  }
  return null
}

/**
 * The personal invitation whose code the form's address carries; null if it carries none.
 * @throws Response 404 for a code that was never issued; 303 to the invitation where it takes no
 *   registration, which says why; 302 to the address with the code in its canonical form
 */
export async function conviteAskedFor(search: URLSearchParams, services: Services) {
  const raw = search.get('convite')
  if (raw === null) return null
  const found = await findConvite(services, withoutAddressEnd(raw))
  if (!found) throw new Response(null, { status: 404 })
  const { empresaid, codigo } = found.convite
  if (!takesRegistrations(found)) throw seeOther(convitePath(empresaid, codigo), NO_STORE)
  if (raw !== codigo) throw redirect(cadastroPath({ empresaid: null, codigo }), { headers: NO_STORE })
  return conviteShown(found, services)
}

/** Whether an address with this company, in any case, may be that of a personal invitation. */
export const isAddressedTo = ({ convite }: ConviteComReservas, empresaid: string) =>
  empresaidInPath(convite.empresaid).toLowerCase() === empresaid.toLowerCase()

/**
 * What a personal invitation that takes registrations says: who it is for, whose table, and how many may come
 * along.
 */
export async function conviteShown(found: ConviteComReservas, services: Services) {
  const { empresaid, codigo, rotulo } = found.convite
  const now = services.now()
  const empresa =
    empresaid === NINGUEM.empresaid ? NINGUEM : (await services.empresas.find(empresaid, now))?.empresa
  if (!empresa) throw new Response(null, { status: 404 })
  const nome = isOfHouse(empresa) ? null : empresa.nome
  return { empresaid: null, nome, codigo, rotulo, mais: Math.max(placesFor(found, now).length - 1, 0) }
}
