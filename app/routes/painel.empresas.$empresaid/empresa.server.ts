import { shownLink } from '~/painel/convidado-told'
import { whereaboutsOf } from '~/painel/convidados/convidado.server'
import { linhasOf } from '~/painel/historico.server'
import { shortDayOf } from '~/shared/event-clock'
import { absoluteUrl, convitesByWhatsapp } from '~/shared/links.server'
import { pageOf, seeOther } from '~/shared/remix.server'
import type { Services } from '../../../server/composition.ts'
import { isCasa } from '../../../server/domain/casa.ts'
import type { ConvidadoNoPainel } from '../../../server/domain/painel-repo.ts'
import { maskTelefone, SEM_WHATSAPP } from '../../../server/domain/telefone.ts'
import { othersAt, showEmpresa } from '../../../server/use-cases/empresas.ts'
import { prazoOf } from '../../../server/use-cases/envios.ts'

const POR_PAGINA = 100

/** How many acts a company's page shows. */
const ATOS = 20

/** A company's page, a hundred guests at a time. @throws Response 404 when there is none; 303 for the house */
export async function empresaShown(services: Services, request: Request, empresaid: string) {
  const pagina = pageOf(request)
  const [shown, { lines, next }] = await Promise.all([
    showEmpresa(services, empresaid, (pagina - 1) * POR_PAGINA, POR_PAGINA),
    linhasOf(services, { alvo: empresaid, after: null, limit: ATOS }),
  ])
  if (!shown) throw new Response(null, { status: 404 })
  if (isCasa(shown.empresa)) throw seeOther('/painel/evento/lugares')
  const { empresa, isReachable, convidados, desistentes, convites, mesa, ...numeros } = shown
  const { nome, contato, licredencial } = empresa
  const juntas = await othersAt(services, mesa)
  const link = absoluteUrl(`/${encodeURIComponent(empresaid)}`, request, services)
  const painel = absoluteUrl(`/mesa/${services.mesaTokenOf(mesa)}`, request, services)
  const { evento } = services.config
  return {
    empresaid,
    nome,
    contato,
    licredencial,
    numeros,
    pagina,
    perPage: POR_PAGINA,
    telefone: maskTelefone(mesa.telefone),
    hasCertificados: numeros.dentro > 0 && prazoOf('certificado', services) === 'agora',
    numero: mesa.numero,
    pedido: mesa.pedido,
    motivo: mesa.motivo,
    juntas,
    isRemovable: numeros.used + numeros.held + numeros.pessoais + desistentes.length === 0,
    links: {
      empresaid,
      link: isReachable ? { ...shownLink(link), whatsapp: convitesByWhatsapp(evento, nome, link) } : null,
      isFechada: mesa.fechada,
      mesa: { ...shownLink(painel), versao: mesa.versao },
      pessoais: convites,
    },
    convidados: convidados.map((convidado) => convidadoOf(convidado, services)),
    desistentes: desistentes.map((convidado) => convidadoOf(convidado, services)),
    lines,
    hasMore: next !== null,
  }
}

/** `cadastro`: `24/8`; empty text for another product's id. */
function convidadoOf(convidado: ConvidadoNoPainel, services: Pick<Services, 'config' | 'now'>) {
  const { credencialid, nome, telefone } = convidado.credencial
  const { inicio } = services.config.evento
  return {
    credencialid,
    nome,
    telefone: maskTelefone(telefone) || SEM_WHATSAPP,
    cadastro: /^\d{13}$/.test(credencialid) ? shortDayOf(inicio, Number(credencialid)) : '',
    ...whereaboutsOf(convidado, services),
  }
}
