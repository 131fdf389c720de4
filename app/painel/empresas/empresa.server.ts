import { empresaHref } from '~/painel/convidado-told'
import type { Services } from '../../../server/composition.ts'
import type { Autor } from '../../../server/domain/historico.ts'
import type { ConvidadoNoPainel } from '../../../server/domain/painel-repo.ts'
import { maskTelefone } from '../../../server/domain/telefone.ts'
import { changeTotal } from '../../../server/use-cases/create-empresa.ts'
import { othersAt, showEmpresa } from '../../../server/use-cases/empresas.ts'
import { prazoOf } from '../../../server/use-cases/envios.ts'
import { linhasOf } from '~/painel/historico.server'
import { shortDayOf, momentOf, desistenciaTold } from '~/shared/event-clock'
import { withErrorPage } from '~/shared/failure.server'
import { absoluteUrl, convitesByWhatsapp } from '~/shared/links.server'
import { fieldsOf, noStore, pageOf, seeOther } from '~/shared/remix.server'
import type { Convidado, EmpresaDoneName } from './empresa.tsx'
import type { ShownLink } from './links.tsx'

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
  const { empresa, isReachable, convidados, desistentes, convites, mesa, ...numeros } = shown
  const { nome, contato, licredencial } = empresa
  const juntas = await withErrorPage(services, othersAt(services, mesa))
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
    juntas,
    isRemovable: numeros.used + numeros.held + numeros.pessoais + desistentes.length === 0,
    links: {
      empresaid,
      link: isReachable ? { ...shownLink(link), whatsapp: convitesByWhatsapp(evento, nome, link) } : null,
      isFechada: mesa.fechada,
      mesa: {
        ...shownLink(painel),
        versao: mesa.versao,
      },
      pessoais: convites,
      convites: `${empresaHref(empresaid)}/convites`,
    },
    convidados: convidados.map((convidado) => convidadoOf(convidado, services)),
    desistentes: desistentes.map((convidado) => convidadoOf(convidado, services)),
    lines,
    hasMore: next !== null,
  }
}

/** An address as it is read, without its protocol. */
export function shownLink(href: string): ShownLink {
  return { href, text: href.replace(/^https?:\/\//, '') }
}

function convidadoOf(
  { credencial, dentroDesde, desistencia }: ConvidadoNoPainel,
  { config, now }: Pick<Services, 'config' | 'now'>,
): Convidado {
  const { credencialid, nome, telefone } = credencial
  const { inicio } = config.evento
  return {
    credencialid,
    nome,
    telefone: maskTelefone(telefone),
    cadastro: /^\d{13}$/.test(credencialid) ? shortDayOf(inicio, Number(credencialid)) : '',
    dentro: dentroDesde === null ? null : momentOf(inicio, dentroDesde, now()),
    retirada: desistenciaTold(inicio, desistencia, now()),
  }
}

/** What is wrong with a total, and what was typed. */
export interface RefusedTotal {
  error: string
  typed: string
}

/**
 * Does what a posted form of a company's page asks: another total, another link of the holder's panel, the public link
 * closed or open. @returns where to go, or what was wrong with the total
 * @throws Response 404 when there is no such company, 400 for a form that is not ours
 */
export async function actOnEmpresa(
  services: Services,
  empresaid: string,
  request: Request,
  autor: Autor,
): Promise<Response> {
  const fields = await fieldsOf(request)
  const toEmpresa = (feito: EmpresaDoneName) => seeOther(`${empresaHref(empresaid)}?feito=${feito}`)
  const ato = fields('ato')
  switch (ato) {
    case null: {
      const typed = fields('total') ?? ''
      const error = await totalChanged(services, empresaid, typed, autor)
      if (error === null) return toEmpresa('total')
      return noStore<RefusedTotal>({ error, typed }, 422)
    }
    case 'renovar-mesa': {
      const versao = /^\d{1,9}$/.exec(fields('versao') ?? '')?.[0]
      if (versao === undefined) throw new Response(null, { status: 400 })
      const renewing = services.mesas.renewLink(empresaid, autor, Number(versao))
      if ((await withErrorPage(services, renewing)) === null) throw new Response(null, { status: 404 })
      return toEmpresa('mesa')
    }
    case 'fechar':
    case 'abrir': {
      const closing = services.mesas.setFechada(empresaid, ato === 'fechar', autor)
      if ((await withErrorPage(services, closing)).kind === 'empresa-not-found')
        throw new Response(null, { status: 404 })
      return toEmpresa(ato === 'fechar' ? 'fechado' : 'aberto')
    }
    case 'remover': {
      const { kind } = await withErrorPage(services, services.empresas.remove(empresaid, autor))
      if (kind === 'in-use') return toEmpresa('em-uso')
      return seeOther(`/painel/empresas?feito=${kind === 'removed' ? 'removida' : 'sumiu'}`)
    }
    default:
      throw new Response(null, { status: 400 })
  }
}

/**
 * Gives a company another total.
 * @returns null when it has it now, else what is wrong with it
 * @throws Response 404 when there is no such company
 */
async function totalChanged(
  services: Pick<Services, 'empresas' | 'log' | 'now'>,
  empresaid: string,
  typed: string,
  autor: Autor,
): Promise<string | null> {
  const change = await withErrorPage(services, changeTotal(services, empresaid, typed, autor))
  switch (change.kind) {
    case 'changed':
    case 'unchanged':
      return null
    case 'no-number':
      return 'Digite o total de convites, só com números.'
    case 'too-low':
      return `O total não pode ser menor que ${change.least}: são os já confirmados e reservados.`
    case 'empresa-not-found':
      throw new Response(null, { status: 404 })
    default:
      return change satisfies never
  }
}
