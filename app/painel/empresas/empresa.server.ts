import { empresaHref } from '~/painel/convidado-told'
import type { Services } from '../../../server/composition.ts'
import { DADOS_FIELDS, type EmpresaDados } from '../../../server/domain/empresa-repo.ts'
import type { Autor } from '../../../server/domain/historico.ts'
import type { ConvidadoNoPainel } from '../../../server/domain/painel-repo.ts'
import { formatTelefone, maskTelefone } from '../../../server/domain/telefone.ts'
import {
  changeTotal,
  createEmpresa,
  editDados,
  OPTIONAL_FIELDS,
  type DadosEdit,
  type EmpresaErrors,
  type EmpresaFields,
} from '../../../server/use-cases/create-empresa.ts'
import { othersAt, showEmpresa } from '../../../server/use-cases/empresas.ts'
import { prazoOf } from '../../../server/use-cases/envios.ts'
import { linhasOf } from '~/painel/historico.server'
import { shortDayOf, momentOf, desistenciaTold } from '~/shared/event-clock'
import { withErrorPage } from '~/shared/failure.server'
import { absoluteUrl, convitesByWhatsapp } from '~/shared/links.server'
import { fieldsOf, json, noStore, pageOf, seeOther } from '~/shared/remix.server'
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

/** What EDITAR DADOS shows at first. @throws Response 404 when there is no such company */
export async function dadosShown(services: Services, request: Request, empresaid: string) {
  const found = await withErrorPage(services, services.empresas.find(empresaid, services.now()))
  if (!found) throw new Response(null, { status: 404 })
  const { empresa, telefone, numero } = found
  const shown: EmpresaDados = {
    nome: empresa.nome,
    numero,
    contato: empresa.contato,
    telefone: formatTelefone(telefone),
  }
  const { text } = shownLink(absoluteUrl(`/${encodeURIComponent(empresaid)}`, request, services))
  return { empresaid, shown, endereco: services.parseEmpresaid(empresaid) === null ? null : text }
}

/** The form of a company's data shown again, and why. */
export type RefusedDados = Omit<Extract<DadosEdit, { kind: 'refused' }>, 'kind'>

/** Corrects a company by the posted form. @returns where to go, or the form again */
export async function dadosEdited(
  services: Services,
  empresaid: string,
  request: Request,
  autor: Autor,
): Promise<Response> {
  const fields = await fieldsOf(request)
  const read = (prefix: '' | 'era-') =>
    Object.fromEntries(
      DADOS_FIELDS.map((field) => [field, fields(prefix + field) ?? '']),
    ) as unknown as EmpresaDados
  const form = { values: read(''), shown: read('era-') }
  const edit = await withErrorPage(services, editDados(services, empresaid, form, autor))
  switch (edit.kind) {
    case 'corrected':
      return seeOther(`${empresaHref(empresaid)}?feito=dados`)
    case 'refused': {
      const { values, shown, errors } = edit
      return noStore<RefusedDados>({ values, shown, errors }, 422)
    }
    case 'empresa-not-found':
      return seeOther('/painel/empresas?feito=sumiu')
    default:
      return edit satisfies never
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

/** The form of a new company shown again, and why. */
export interface RefusedEmpresa {
  values: EmpresaFields
  errors: EmpresaErrors
  /**
   * The company that is there already; null where another thing is wrong. `outra` goes along where the organiser says
   * that it is another one; null where another does not help.
   */
  known: { empresaid: string; nome: string; outra: number | null } | null
}

const NO_FIELDS = Object.fromEntries(
  ['nome', 'icredencial', 'empresaid', 'telefone', 'numero', ...OPTIONAL_FIELDS].map((field) => [field, '']),
) as EmpresaFields

/**
 * Stores the company a form describes.
 * @returns its id, or the form again as an answer
 */
export async function empresaCreated(
  services: Services,
  form: FormData,
  autor: Autor,
): Promise<string | ReturnType<typeof json<RefusedEmpresa>>> {
  const values = { ...NO_FIELDS }
  for (const field of Object.keys(NO_FIELDS) as (keyof EmpresaFields)[]) {
    const typed = form.get(field)
    if (typeof typed === 'string') values[field] = typed
  }
  const said = form.get('outra')
  const outra = typeof said === 'string' && /^[1-9]\d{0,3}$/.test(said) ? Number(said) : 0
  const creation = await withErrorPage(services, createEmpresa(services, values, outra, autor))
  const refuse = (status: number, errors: EmpresaErrors, known: RefusedEmpresa['known']) =>
    noStore<RefusedEmpresa>({ values, errors, known }, status)
  switch (creation.kind) {
    case 'created':
      return creation.empresaid
    case 'invalid':
      return refuse(422, creation.errors, null)
    case 'already-stored': {
      const { empresa, outra } = creation
      const { empresaid, nome } = empresa
      const field = outra === null ? 'empresaid' : 'nome'
      return refuse(409, { [field]: `${nome} já está cadastrada.` }, { empresaid, nome, outra })
    }
    default:
      return creation satisfies never
  }
}
