import type { Services } from '../server/composition.ts'
import { listConvites } from '../server/use-cases/list-convites.ts'
import type { ListedConvite } from '~/components/convites-pessoais'
import { whenAt } from '~/components/evento-summary'
import { absoluteUrl } from './absolute-url.server.ts'
import { shownLink } from './empresa.server.ts'
import { withErrorPage } from './failure.server.ts'
import { pageOf } from './page-of.server.ts'
import { randomValue } from './random-value.server.ts'
import { pessoalByWhatsapp } from './whatsapp.server.ts'

const POR_PAGINA = 100

/** The address of the page of a company's personal invitations. */
export const convitesPath = (empresaid: string) =>
  `/painel/empresas/${encodeURIComponent(empresaid)}/convites`

/** The address of a personal invitation on this site. */
export const convitePath = (empresaid: string, codigo: string) =>
  `/${encodeURIComponent(empresaid)}/${codigo}`

/**
 * The personal invitations of a company, a hundred at once, in the order they were made.
 * @throws Response 404 when there is no such company, or nobody can open its address
 */
export async function convitesShown(services: Services, request: Request, empresaid: string) {
  const listing = await withErrorPage(services, listConvites(services, empresaid))
  if (!listing || services.parseEmpresaid(empresaid) === null) throw new Response(null, { status: 404 })
  const { nome, left, convites, counts } = listing
  const pagina = Math.min(pageOf(request), Math.max(1, Math.ceil(convites.length / POR_PAGINA)))
  const { evento } = services.config
  const ate = whenAt(evento.inicio, services.closesAt)
  return {
    ...{ empresaid, nome, livres: left, numeros: counts },
    ...{ pagina, perPage: POR_PAGINA, total: convites.length },
    // A form sent twice makes its invitations once.
    pedido: randomValue(),
    convites: convites
      .slice((pagina - 1) * POR_PAGINA, pagina * POR_PAGINA)
      .map(({ codigo, rotulo, estado }): ListedConvite => {
        const link = absoluteUrl(convitePath(empresaid, codigo), request, services)
        const whatsapp = pessoalByWhatsapp(evento, { rotulo, empresa: nome, ate, link })
        return { codigo, rotulo, estado, link: shownLink(link), whatsapp }
      }),
  }
}
