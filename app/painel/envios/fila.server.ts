import type { Services } from '../../../server/composition.ts'
import { isOffered, sobreOf, TIPOS, type Tipo } from '../../../server/domain/envio.ts'
import {
  envioOf,
  isTooMany,
  prazoOf,
  readFilas,
  type Fila,
  type Linha,
} from '../../../server/use-cases/envios.ts'
import { pageIn } from '~/painel/filtro'
import { convidadoHref, empresaHref } from '~/painel/convidado-told'
import { mensagemFor, namesOf, numberOf } from '~/shared/envios.server'
import { doneAt, todayTold } from '~/shared/event-clock'
import { absoluteUrl, conviteText } from '~/shared/links.server'
import { pageOf, seeOther } from '~/shared/remix.server'
import { countOf, dotted, whenAt } from '~/shared/words'
import { estadoOf, horaOf, quemOf } from './estado.server.ts'
import { envioHref, FILAS, type Ato } from './filas.ts'

const POR_PAGINA = 100

/** Which part of a queue is listed. */
export type Parte = 'faltam' | 'enviados' | 'fora'

/** @throws Response 404 for an unknown kind */
export function tipoIn(raw: string | undefined): Tipo {
  const tipo = TIPOS.find((one) => one === raw)
  if (!tipo) throw new Response(null, { status: 404 })
  return tipo
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
  const [read, textos] = await Promise.all([readFilas(services), services.envios.listTextos()])
  const filas = FILAS.flatMap(({ tipo }) => read.filter((one) => one.tipo === tipo))
  const asked = searchParams.get('fila')
  const filaBy = (wanted: string | null) => filas.find(({ tipo }) => tipo === wanted)
  const fila = filaBy(asked) ?? filas.find((one) => leftIn(one) > 0) ?? filaBy('mesa')
  if (!fila) throw new Error('no queue of responsáveis')
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
    hasMudanca: filas.some(({ tipo, linhas: all }) => tipo === 'mudanca' && all.length > 0),
    ...progressOf(fila),
    enviados: fila.enviados.length,
    fora: fila.fora.length,
    isBegun: fila.linhas.some((linha) => envioOf(linha)?.quem === eu),
    isOffered: fila.porEnviar.some(
      ({ empresa, situacao }) => (!mesa || empresa?.empresaid === mesa) && isOffered(situacao, eu),
    ),
    isTooMany: isTooMany(filas, fila, services.config.evento.inicio, services.now()),
    ultimo: lastSentIn(fila, services),
    transmissao:
      prazoOf('pessoal', services) === 'agora'
        ? conviteText(services.config.evento, absoluteUrl('/', request, services))
        : null,
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
  const { kind, id } = sobreOf(linha)
  return {
    para: linha.para,
    nome: namesOf(linha) || 'Sem responsável',
    /** In the names of buttons. */
    quem: namesOf(linha) || (linha.empresa?.nome ?? ''),
    empresa: ondeOf(linha) ?? 'sem empresa',
    href: kind === 'convites' ? null : kind === 'empresas' ? empresaHref(id) : convidadoHref(id),
    telefone: numberOf(linha),
    estado: estadoOf(linha, fila.nomes, eu, services),
    anotar: anotarHref(linha),
    atos: atosOf(linha, eu),
  }
}

/** `Laticínios Serra Azul`, `Da casa · 2 lugares`; null for a guest whom no company invited. */
export function ondeOf({ empresa, lugares, outras }: Linha): string | null {
  if (lugares === undefined) return empresa?.nome ?? null
  const all = outras.reduce((sum, devida) => sum + (devida.lugares ?? 0), lugares)
  return dotted(empresa?.nome ?? '', countOf(all, 'lugar', 'lugares'))
}

/** Where to add a missing number; null if none is missing. */
export function anotarHref(linha: Pick<Linha, 'tipo' | 'para' | 'digits'>): string | null {
  if (linha.digits !== null) return null
  const { kind, id } = sobreOf(linha)
  return kind === 'empresas' ? empresaHref(id, '/dados') : convidadoHref(id, '/corrigir')
}

/** What can be done with a row of the list. */
function atosOf({ situacao, digits }: Linha, eu: string): Ato[] {
  if (digits === null) return situacao.kind === 'feito' ? [] : ['em-maos']
  if (situacao.kind === 'aberto') return ['foi', 'enviar-de-novo']
  if (situacao.kind === 'feito') {
    const { estado } = situacao.envio
    if (estado === 'sem-whatsapp') return ['em-maos', 'enviar-de-novo']
    return ['enviar-de-novo']
  }
  return isOffered(situacao, eu) ? ['enviar'] : []
}

/** When the last message of a queue was sent: `às 15h20`; null before the first. */
function lastSentIn({ enviados: [last] }: Fila, { config, now }: Services): string | null {
  const envio = last && envioOf(last)
  return envio ? doneAt(config.evento.inicio, envio.em, now()) : null
}

/** What day it is, and how far the event; only the day if none is described. */
function todayOf(services: Pick<Services, 'config' | 'gravado' | 'now'>): string {
  const today = todayTold(services.config.evento, services.now())
  return services.gravado === null ? (today.split('\u00a0')[0] ?? '') : today
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
