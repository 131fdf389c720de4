import type { Services } from '../server/composition.ts'
import type { ConvidadoNoPainel } from '../server/domain/painel-repo.ts'
import { maskTelefone } from '../server/domain/telefone.ts'
import { showEmpresa } from '../server/use-cases/show-empresa.ts'
import { absoluteUrl } from './absolute-url.server.ts'
import { withErrorPage } from './failure.server.ts'
import { linhasOf } from './historico.server.ts'
import { pageOf } from './page-of.server.ts'
import { convitesByWhatsapp } from './whatsapp.server.ts'
import { diaCurto, horaDe } from '~/components/relogio'
import type { Ocupante } from '~/components/ocupantes'

const POR_PAGINA = 100

/** How many acts a company's page shows. */
const ATOS = 20

/** The page of a company, a hundred guests at once. @throws Response 404 when there is none */
export async function empresaShown(services: Services, request: Request, empresaid: string) {
  const pagina = pageOf(request)
  const [shown, { linhas, next }] = await withErrorPage(
    services,
    Promise.all([
      showEmpresa(services, empresaid, (pagina - 1) * POR_PAGINA, POR_PAGINA),
      linhasOf(services, { alvo: empresaid, after: null, limit: ATOS }),
    ]),
  )
  if (!shown) throw new Response(null, { status: 404 })
  const { empresa, isReachable, ocupantes, ...numeros } = shown
  const { nome, contato, licredencial } = empresa
  const link = absoluteUrl(`/${encodeURIComponent(empresaid)}`, request, services)
  return {
    ...{ empresaid, nome, contato, licredencial, numeros, pagina, porPagina: POR_PAGINA },
    link: isReachable ? { href: link, texto: link.replace(/^https?:\/\//, '') } : null,
    whatsapp: convitesByWhatsapp(services.config.evento, nome, link),
    ocupantes: ocupantes.map((convidado) => ocupanteOf(convidado, services)),
    linhas,
    haMais: next !== null,
  }
}

function ocupanteOf({ credencial, dentroDesde }: ConvidadoNoPainel, { config }: Services): Ocupante {
  const { credencialid, nome, telefone } = credencial
  const { inicio } = config.evento
  return {
    ...{ credencialid, nome, telefone: maskTelefone(telefone) },
    cadastro: /^\d{13}$/.test(credencialid) ? diaCurto(inicio, Number(credencialid)) : '',
    dentro: dentroDesde === null ? null : horaDe(inicio, dentroDesde),
  }
}
