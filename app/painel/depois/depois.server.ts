import type { Services } from '../../../server/composition.ts'
import type { Balanco } from '../../../server/domain/balanco.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { quandoOf } from '../../../server/domain/quando.ts'
import type { BalancoLido } from '../../../server/use-cases/balanco.ts'
import { dayOfErasure, eventTime, shortDayOf } from '~/shared/event-clock'
import { isCancelado } from '~/shared/closing.server'
import { pageOf } from '~/shared/remix.server'
import { dotted, grouped, whenAt, whenOf, whereOf } from '~/shared/words'
import type { Linha } from './folha.tsx'
import { horasOf } from './horas.ts'

const POR_PAGINA = 100

/** The event that is over; null before, and where none is described or it was cancelled. */
const overIn = (services: Services) =>
  services.gravado && !isCancelado(services) && services.now() >= Date.parse(services.gravado.evento.fim)
    ? services.gravado
    : null

/** Those of before that are known in numbers, latest first. */
function anterioresIn({ guardado }: Services) {
  const known = (guardado?.anteriores ?? []).filter(({ balanco }) => balanco !== undefined)
  return known.reverse().map(({ eventoid, titulo, inicio }) => ({
    eventoid,
    titulo,
    dia: dayOfErasure(inicio, Date.parse(inicio)),
  }))
}

/** From when on there are numbers; null where no event is described. */
function aindaNao(services: Services) {
  const fim = services.gravado?.evento.fim
  const quando = fim === undefined ? null : `${dayOfErasure(fim, Date.parse(fim))}, às ${quandoOf(fim).hora}`
  return { kind: 'ainda-nao' as const, quando, isCancelado: isCancelado(services) }
}

/** What became of the event, its companies page by page; before its end, from when on. @throws StorageError */
export async function depoisShown(services: Services, request: Request) {
  const anteriores = anterioresIn(services)
  const gravado = overIn(services)
  if (!gravado) return { ...aindaNao(services), anteriores }
  const { evento } = gravado
  const [{ balanco, empresas }, { convidados }] = await Promise.all([
    services.painelReadings.balanco(),
    services.painel.listed(),
  ])
  const last = Math.max(1, Math.ceil(empresas.length / POR_PAGINA))
  const pagina = Math.min(pageOf(request), last)
  return {
    kind: 'acabou' as const,
    kicker: dotted(evento.titulo, whenAt(evento.inicio)),
    anteriores,
    numeros: numerosIn(balanco),
    semEmpresa: balanco.semEmpresa,
    horas: horasOf(balanco.porHora, evento.inicio),
    isErased: convidados.length === 0 && balanco.confirmados > 0,
    empresas: empresas.slice((pagina - 1) * POR_PAGINA, pagina * POR_PAGINA).map(empresaIn),
    total: empresas.length,
    pagina,
    porPagina: POR_PAGINA,
  }
}

const numerosIn = ({ convites, confirmados, vieram, foraDaLista }: Balanco) => {
  return { convites, confirmados, vieram, foraDaLista }
}

const empresaIn = ({ empresaid, nome, convites, confirmados, vieram }: BalancoLido['empresas'][number]) => {
  return { empresaid, nome, convites, confirmados, vieram }
}

/** The numbers of each company, as a spreadsheet has them. */
export const COLUNAS = ['Empresa', 'ID da empresa', 'Convites', 'Confirmados', 'Vieram']

/** Companies, the largest first, and last guests of none; null before the end of the event. @throws StorageError */
export async function linhasDepois(services: Services): Promise<Record<string, string | number>[] | null> {
  if (!overIn(services)) return null
  const { balanco, empresas } = await services.painelReadings.balanco()
  const { confirmados, vieram } = balanco.semEmpresa
  const free = { empresaid: '', nome: 'Sem empresa', convites: 0, confirmados, vieram }
  return [...empresas, ...(confirmados === 0 ? [] : [free])].map((one) => ({
    Empresa: one.nome,
    'ID da empresa': one.empresaid,
    Convites: one.convites,
    Confirmados: one.confirmados,
    Vieram: one.vieram,
  }))
}

/** Who is confirmed and did not come, while guests are stored. @throws StorageError */
export async function faltasShown(services: Services, request: Request) {
  const gravado = overIn(services)
  if (!gravado) return aindaNao(services)
  const { convidados } = await services.painel.listed()
  const faltam = convidados.filter(({ presenca }) => presenca === 'falta')
  const pagina = Math.min(pageOf(request), Math.max(1, Math.ceil(faltam.length / POR_PAGINA)))
  const ids = faltam
    .slice((pagina - 1) * POR_PAGINA, pagina * POR_PAGINA)
    .map(({ credencialid }) => credencialid)
  const found = await services.painel.find(ids)
  return {
    kind: 'acabou' as const,
    kicker: dotted(gravado.evento.titulo, whenAt(gravado.evento.inicio)),
    isErased: convidados.length === 0 && (await services.credenciais.countPersonalData()).apagadoem !== null,
    isEmpty: convidados.length === 0,
    prazo: dayOfErasure(gravado.evento.fim, services.eraseAt),
    nomes: found.map(({ credencial: { credencialid, nome }, empresa }) => ({ credencialid, nome, empresa })),
    total: faltam.length,
    pagina,
    porPagina: POR_PAGINA,
  }
}

/** How many companies the sheet has room for, one in a line: of more it tells by size. */
const EMPRESAS_MAX = 12

/** The sheet for the directors: of the event, or of one before, which `evento` of the address names. @throws StorageError */
export async function folhaShown(services: Services, request: Request) {
  const eventoid = new URL(request.url).searchParams.get('evento')
  if (eventoid !== null) {
    const anterior = services.guardado?.anteriores.find((one) => one.eventoid === eventoid)
    if (!anterior?.balanco) throw new Response(null, { status: 404 })
    const { titulo, inicio, balanco } = anterior
    const head = { titulo, anfitriao: null, quando: whenOf({ inicio }), onde: null, feita: null }
    return { ...head, ...sheetOf(balanco, inicio, faixasTold(balanco)) }
  }
  const gravado = overIn(services)
  if (!gravado) return aindaNao(services)
  const { balanco, empresas } = await services.painelReadings.balanco()
  const linhas =
    empresas.length > EMPRESAS_MAX
      ? faixasTold(balanco)
      : empresas.map((one, at): Linha => {
          const { convites, confirmados, vieram } = one
          const nome = one.isNamed ? one.nome : `Mesa ${at + 1}`
          return { nome, empresas: null, convites, confirmados, vieram }
        })
  return { ...headOf(gravado.evento, services.now()), ...sheetOf(balanco, gravado.evento.inicio, linhas) }
}

function headOf(evento: Evento, now: number) {
  const { titulo, anfitriao, inicio } = evento
  const feita = `${eventTime(inicio, now)} de ${shortDayOf(inicio, now)}/${quandoOf(inicio, now).ano}`
  return { titulo, anfitriao, quando: whenOf(evento), onde: whereOf(evento), feita }
}

function sheetOf(balanco: Balanco, inicio: string, linhas: Linha[]) {
  const { semEmpresa, porHora, faixas } = balanco
  const quantas = faixas.reduce((sum, { empresas }) => sum + empresas, 0)
  const free = { nome: 'Sem empresa', empresas: null, convites: 0, ...semEmpresa }
  return {
    kind: 'acabou' as const,
    numeros: numerosIn(balanco),
    horas: horasOf(porHora, inicio),
    linhas: semEmpresa.confirmados === 0 ? linhas : [...linhas, free],
    quantas,
    porTamanho: linhas.some(({ empresas }) => empresas !== null),
  }
}

const faixasTold = ({ faixas }: Balanco): Linha[] =>
  faixas.map(({ de, ate, ...sums }) => ({
    nome: ate === null ? `Mais de ${grouped(de - 1)}` : de === 0 ? `Até ${ate}` : `${de} a ${ate}`,
    ...sums,
  }))
