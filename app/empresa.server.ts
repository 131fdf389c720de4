import type { Services } from '../server/composition.ts'
import type { ConvidadoNoPainel } from '../server/domain/painel-repo.ts'
import { maskTelefone } from '../server/domain/telefone.ts'
import { showEmpresa } from '../server/use-cases/show-empresa.ts'
import { absoluteUrl } from './absolute-url.server.ts'
import { withErrorPage } from './failure.server.ts'
import { linhasOf } from './historico.server.ts'
import { pageOf } from './page-of.server.ts'
import { convitesByWhatsapp, mesaByWhatsapp } from './whatsapp.server.ts'
import { shortDayOf, eventTime } from '~/components/event-clock'
import { withdrawalTold } from '~/components/withdrawal-told'
import type { ShownLink } from '~/components/empresa-links'
import type { Ocupante } from '~/components/ocupantes'

const POR_PAGINA = 100

/** How many acts a company's page shows. */
const ATOS = 20

/** The page of a company, a hundred guests at once. @throws Response 404 when there is none */
export async function empresaShown(services: Services, request: Request, empresaid: string) {
  const pagina = pageOf(request)
  const [shown, { lines, next }] = await withErrorPage(
    services,
    Promise.all([
      showEmpresa(services, empresaid, (pagina - 1) * POR_PAGINA, POR_PAGINA),
      linhasOf(services, { alvo: empresaid, after: null, limit: ATOS }),
    ]),
  )
  if (!shown) throw new Response(null, { status: 404 })
  const { empresa, isReachable, ocupantes, desistentes, convites, mesa, ...numeros } = shown
  const { nome, contato, licredencial } = empresa
  const link = absoluteUrl(`/${encodeURIComponent(empresaid)}`, request, services)
  const painel = absoluteUrl(`/mesa/${services.mesaTokenOf(mesa)}`, request, services)
  const { evento } = services.config
  return {
    ...{ empresaid, nome, contato, licredencial, numeros, pagina, perPage: POR_PAGINA },
    whatsapp: convitesByWhatsapp(evento, nome, link),
    links: {
      empresaid,
      link: isReachable ? shownLink(link) : null,
      isFechada: mesa.fechada,
      mesa: {
        ...shownLink(painel),
        ...{ versao: mesa.versao, whatsapp: mesaByWhatsapp(evento, nome, painel) },
      },
      pessoais: convites,
      convites: `/painel/empresas/${encodeURIComponent(empresaid)}/convites`,
    },
    ocupantes: ocupantes.map((convidado) => ocupanteOf(convidado, services)),
    desistentes: desistentes.map((convidado) => ocupanteOf(convidado, services)),
    lines,
    hasMore: next !== null,
  }
}

/** An address as it is read, without its protocol. */
export function shownLink(href: string): ShownLink {
  return { href, text: href.replace(/^https?:\/\//, '') }
}

function ocupanteOf(
  { credencial, dentroDesde, desistencia }: ConvidadoNoPainel,
  { config }: Pick<Services, 'config'>,
): Ocupante {
  const { credencialid, nome, telefone } = credencial
  const { inicio } = config.evento
  return {
    ...{ credencialid, nome, telefone: maskTelefone(telefone) },
    cadastro: /^\d{13}$/.test(credencialid) ? shortDayOf(inicio, Number(credencialid)) : '',
    dentro: dentroDesde === null ? null : eventTime(inicio, dentroDesde),
    retirada: withdrawalTold(inicio, desistencia),
  }
}
