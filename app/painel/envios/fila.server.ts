import type { Services } from '../../../server/composition.ts'
import { isOffered, TIPOS, type Tipo } from '../../../server/domain/envio.ts'
import { quandoOf } from '../../../server/domain/quando.ts'
import {
  envioOf,
  paceOf,
  prazoOf,
  readFila,
  type Fila,
  type Linha,
} from '../../../server/use-cases/envios.ts'
import { pageIn } from '~/painel/filtro'
import { convidadoHref, empresaHref } from '~/painel/convidado-told'
import { mensagemFor } from '~/shared/envios.server'
import { countdown, daysUntil, dayOf } from '~/shared/event-clock'
import { pageOf, seeOther } from '~/shared/remix.server'
import { dotted, whenAt } from '~/shared/words'
import { estadoOf, horaOf, numberOf, quemOf } from './estado.server.ts'
import { envioHref, type Ato } from './filas.ts'

const POR_PAGINA = 100

/** Which part of a queue is listed. */
export type Parte = 'faltam' | 'enviados' | 'fora'

const isTipo = (raw: string | null | undefined): raw is Tipo => TIPOS.some((tipo) => tipo === raw)

/** @throws Response 404 for an unknown kind */
export function tipoIn(raw: string | undefined): Tipo {
  if (!isTipo(raw)) throw new Response(null, { status: 404 })
  return raw
}

/** The redirect to the row that was taken, or to the end of the queue. */
export const toRow = (tipo: Tipo, next: { para: string } | null) =>
  seeOther(next ? envioHref(tipo, next.para) : `/painel/envios/fim/${tipo}`)

/**
 * A queue, a hundred rows at a time, and the size of the other queues.
 * @param eu the aparelhoid of the browser that shows the page
 */
export async function filaShown(services: Services, request: Request, eu: string) {
  const { searchParams } = new URL(request.url)
  const [mudancas, responsaveis, pessoais, lembretes, certificados, textos] = await Promise.all([
    readFila(services, 'mudanca'),
    readFila(services, 'mesa'),
    readFila(services, 'pessoal'),
    readFila(services, 'lembrete'),
    readFila(services, 'certificado'),
    services.envios.listTextos(),
  ])
  const filas = [mudancas, responsaveis, pessoais, lembretes, certificados]
  const asked = searchParams.get('fila')
  const fila =
    filas.find(({ tipo }) => tipo === asked) ?? filas.find((one) => leftIn(one) > 0) ?? responsaveis
  const ver = searchParams.get('ver')
  const parte: Parte = ver === 'enviados' || ver === 'fora' ? ver : 'faltam'
  const mesa = fila.tipo === 'pessoal' && parte === 'faltam' ? searchParams.get('mesa') : null
  const linhas = linhasOf(fila, parte, mesa)
  const { total: found, rows, ...page } = pageIn(linhas, pageOf(request), POR_PAGINA)
  const exemplo = fila.porEnviar[0] ?? fila.linhas[0]
  return {
    tipo: fila.tipo,
    parte,
    mesa,
    ...page,
    found,
    hoje: todayOf(services),
    hora: horaOf(services.now(), services),
    prazo: prazoOf(fila.tipo, services),
    desde: whenAt(services.config.evento.fim),
    isCancelled: services.gravado?.canceladoem != null,
    isDescribed: services.gravado !== null,
    counts: Object.fromEntries(filas.map((one) => [one.tipo, leftIn(one)])) as Record<Tipo, number>,
    hasMudanca: mudancas.linhas.length > 0,
    ...progressOf(fila),
    enviados: fila.enviados.length,
    fora: fila.fora.length,
    isBegun: fila.linhas.some((linha) => envioOf(linha)?.quem === eu),
    isOffered: fila.porEnviar.some(
      ({ empresa, situacao }) => (!mesa || empresa?.empresaid === mesa) && isOffered(situacao, eu),
    ),
    passo: paceIn(fila, services),
    pessoas: pessoasOf(fila),
    mesas: fila.tipo === 'pessoal' ? mesasOf(fila) : [],
    exemplo: exemplo ? mensagemFor(exemplo, textos, request, services) : null,
    linhas: rows.map((linha) => shownOf(linha, fila, eu, services)),
  }
}

export const leftIn = ({ porEnviar, semNumero }: Fila) => porEnviar.length + semNumero.length

/** How many of the total have received it: `37 de 212`. */
export function progressOf(fila: Fila): { feitos: number; total: number; faltam: number } {
  return { feitos: fila.enviados.length, total: fila.linhas.length, faltam: leftIn(fila) }
}

/** The rows of a part; with a table, all of its rows, whatever their state, in the order they were typed. */
function linhasOf(fila: Fila, parte: Parte, mesa: string | null): Linha[] {
  if (parte !== 'faltam') return fila[parte]
  if (mesa === null || mesa === '') return [...fila.porEnviar, ...fila.semNumero]
  return fila.linhas.filter(({ empresa }) => empresa?.empresaid === mesa)
}

function shownOf(linha: Linha, fila: Fila, eu: string, services: Services) {
  const { tipo, para, nome, empresa } = linha
  return {
    para,
    nome: nome || 'Sem responsável',
    empresa: empresa?.nome ?? 'sem empresa',
    href: HREFS[tipo](para),
    telefone: numberOf(linha),
    estado: estadoOf(linha, fila.nomes, eu, services),
    anotar: anotarHref(linha),
    atos: atosOf(linha, eu),
  }
}

/** The page of a message's recipient; null for a label, which has none. */
const HREFS: Record<Tipo, (para: string) => string | null> = {
  mesa: (para) => empresaHref(para),
  pessoal: () => null,
  lembrete: (para) => convidadoHref(para),
  mudanca: (para) => convidadoHref(para),
  certificado: (para) => convidadoHref(para),
}

/** Where to add a missing number; null if none is missing. */
export function anotarHref({ tipo, para, digits }: Pick<Linha, 'tipo' | 'para' | 'digits'>): string | null {
  if (digits !== null) return null
  return tipo === 'mesa' ? empresaHref(para, '/dados') : convidadoHref(para, '/corrigir')
}

/** What can be done with a row of the list. */
function atosOf({ situacao, digits }: Linha, eu: string): Ato[] {
  if (situacao.kind === 'aberto') return ['foi', 'enviar-de-novo']
  if (situacao.kind === 'feito') {
    const { estado } = situacao.envio
    if (estado === 'sem-whatsapp') return ['em-maos', 'enviar-de-novo']
    return ['enviar-de-novo']
  }
  if (digits === null) return ['em-maos']
  return isOffered(situacao, eu) ? ['enviar'] : []
}

/** How many a day the rest amounts to, and across how many numbers; null if nothing is left. */
function paceIn(fila: Fila, services: Services) {
  const left = fila.porEnviar.length
  const { inicio } = services.config.evento
  const [now, isAfter] = [services.now(), fila.tipo === 'certificado']
  const days = isAfter ? dayOf(inicio, services.eraseAt) - dayOf(inicio, now) : daysUntil(inicio, now)
  return left === 0 ? null : paceOf(left, days)
}

/** `Quinta-feira, 9 de setembro · faltam 7 dias`; only the day if no event is described. */
function todayOf(services: Pick<Services, 'config' | 'gravado' | 'now'>): string {
  const { inicio } = services.config.evento
  const { semana, dia, mes } = quandoOf(inicio, services.now())
  const days = daysUntil(inicio, services.now())
  const left =
    days < 0 ? 'o evento já foi' : days === 0 ? 'é hoje' : days === 1 ? 'é amanhã' : countdown(days)
  const today = `${semana.charAt(0).toLocaleUpperCase('pt-BR')}${semana.slice(1)}, ${dia} de ${mes}`
  return services.gravado === null ? today : dotted(today, left)
}

/** Who sent how many of a queue, by name, if several people are sending. */
export function pessoasOf(fila: Fila): { quem: string; nome: string; enviou: number }[] {
  const counts = new Map<string, number>()
  for (const linha of fila.linhas) {
    if (linha.situacao.kind === 'de-novo') continue
    const { estado, quem } = envioOf(linha) ?? { estado: null, quem: '' }
    if (estado === 'enviado' || estado === 'aberto' || linha.situacao.kind === 'com-alguem')
      counts.set(quem, (counts.get(quem) ?? 0) + Number(estado === 'enviado'))
  }
  return [...counts]
    .map(([quem, enviou]) => ({ quem, nome: quemOf(quem, fila.nomes), enviou }))
    .sort((a, b) => b.enviou - a.enviou)
}

/** The tables with invitations to send, each with its count. */
function mesasOf(fila: Fila): { empresaid: string; nome: string; count: number }[] {
  const mesas = new Map<string, { empresaid: string; nome: string; count: number }>()
  for (const { empresa } of fila.porEnviar)
    if (empresa)
      mesas.set(empresa.empresaid, { ...empresa, count: (mesas.get(empresa.empresaid)?.count ?? 0) + 1 })
  return [...mesas.values()]
}
