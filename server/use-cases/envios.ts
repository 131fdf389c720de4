import {
  mayHaveArrived,
  situacaoOf,
  sobreOf,
  TEXTO_MAX,
  TIPOS,
  type Envio,
  type EnvioRepo,
  type Prazo,
  type Situacao,
  type Texto,
  type Tipo,
} from '../domain/envio.ts'
import { MESA } from '../domain/historico.ts'
import { isClosedAt, isErasureDayAt, isSameDay } from '../domain/quando.ts'
import { cleanText } from '../domain/text.ts'
import { DUE, type Devida, type EnvioParts, type Noted } from './devidas.ts'
import { inTurns, nextTurn } from './event-loop.ts'

/** A message somebody should have, and its situation. */
export interface Linha extends Devida {
  situacao: Situacao
  /** Other invitations for the same number, which go in the same message. */
  outras: Devida[]
}

/** A queue: everybody who should have a message of one kind, each once. */
export interface Fila {
  tipo: Tipo
  /** All rows, in the order they are offered: tables and guests by name, invitations as they were typed. */
  linhas: Linha[]
  /** The rows not sent, as far as is known, in the order they are offered: skipped ones last. */
  porEnviar: Linha[]
  /** The rows whose number nobody noted. */
  semNumero: Linha[]
  /** The rows sent, or told in another way; latest first. */
  enviados: Linha[]
  /** The rows of people without WhatsApp, or who want no messages; latest first. */
  fora: Linha[]
  nomes: Map<string, string>
}

/** Whether messages of a kind are sent now; once an event is cancelled, only the cancellation is. */
export function prazoOf(
  tipo: Tipo,
  parts: Pick<EnvioParts, 'closesAt' | 'eraseAt' | 'gravado' | 'config' | 'now'>,
): Prazo {
  const { gravado, config } = parts
  const now = parts.now()
  if (gravado === null || (gravado.canceladoem !== null && tipo !== 'mudanca')) return 'passou'
  const hasEnded = now >= Date.parse(config.evento.fim)
  if (tipo === 'certificado') return isErasureDayAt(parts, now) ? 'passou' : hasEnded ? 'agora' : 'cedo'
  const isToAnswer = tipo === 'pessoal' || tipo === 'relance'
  return hasEnded || (isToAnswer && isClosedAt(parts, now)) ? 'passou' : 'agora'
}

export function readOnce({ list }: Pick<EnvioRepo, 'list'>): Noted {
  const read = new Map<Tipo, Promise<Envio[]>>()
  return (tipo) => {
    const found = read.get(tipo) ?? list(tipo)
    read.set(tipo, found)
    return found
  }
}

/** All queues; notes that several need are read once. */
export async function readFilas(parts: EnvioParts): Promise<Fila[]> {
  const noted = readOnce(parts.envios)
  return Promise.all(TIPOS.map((tipo) => readFila(parts, tipo, noted)))
}

/** The queues whose messages go to the number of an invitation. */
const TO_CONVITES = ['pessoal', 'relance', 'mudanca'] as const

/** Computes a queue: who should have a message now, and the situation of each. */
export async function readFila(parts: EnvioParts, tipo: Tipo, noted = readOnce(parts.envios)): Promise<Fila> {
  const fila = await countFila(parts, tipo, noted)
  const quem = new Set(await inTurns(fila.linhas, (linha) => envioOf(linha)?.quem ?? MESA))
  quem.delete(MESA)
  const nomes = await parts.equipe.nomesOf([...quem])
  await nextTurn()
  return { ...fila, nomes }
}

/** The same, without the names of those who sent. */
export async function countFila(parts: EnvioParts, tipo: Tipo, noted: Noted): Promise<Fila> {
  const isNow = prazoOf(tipo, parts) === 'agora'
  const isToConvites = TO_CONVITES.some((one) => one === tipo)
  const [devidas, stored, ...others] = await Promise.all([
    isNow ? DUE[tipo](parts, noted) : [],
    isNow ? noted(tipo) : [],
    ...(isNow && isToConvites ? TO_CONVITES : []).map((one) => noted(one)),
  ])
  const refused = others.flat().filter(({ estado, numero }) => estado === 'recusado' && numero !== '')
  return arrangeFila(tipo, devidas, stored, parts.now(), refused)
}

/**
 * Sorts the rows of a queue by what is stored of each; people's names are not looked up yet. Invitations of
 * one number, of which the same is known, are one row.
 * @param refused who wants no messages: no invitation is sent to these numbers
 */
export async function arrangeFila(
  tipo: Tipo,
  devidas: Devida[],
  stored: Envio[],
  now: number,
  refused: Envio[] = [],
): Promise<Fila> {
  const envios = new Map<string, Envio>()
  await inTurns(stored, (envio) => envios.set(envio.para, envio))
  const refusals = new Map(refused.map((envio) => [envio.numero, envio]))
  const rows = new Map<string, Linha>()
  const nomes: Fila['nomes'] = new Map()
  const fila: Fila = { tipo, linhas: [], porEnviar: [], semNumero: [], enviados: [], fora: [], nomes }
  await inTurns(devidas, (devida) => {
    const isOfConvite = devida.numero !== '' && sobreOf(devida).kind === 'convites'
    const envio = (isOfConvite ? refusals.get(devida.numero) : null) ?? envios.get(devida.para) ?? null
    const key = isOfConvite ? `${devida.numero} ${envio?.estado} ${envio?.em}` : devida.para
    const row = rows.get(key)
    if (row) return void row.outras.push(devida)
    const linha: Linha = { ...devida, situacao: situacaoOf(envio, devida, now), outras: [] }
    rows.set(key, linha)
    fila.linhas.push(linha)
    fila[partOf(linha)].push(linha)
  })
  for (const part of [fila.enviados, fila.fora]) {
    await nextTurn()
    part.sort((a, b) => (envioOf(b)?.em ?? 0) - (envioOf(a)?.em ?? 0))
  }
  await nextTurn()
  fila.porEnviar.sort((a, b) => skippedAt(a) - skippedAt(b))
  return fila
}

/** The note on a message so far; null for none. */
export function envioOf({ situacao }: Pick<Linha, 'situacao'>): Envio | null {
  return situacao.kind === 'livre' ? null : situacao.envio
}

function partOf({ situacao, digits }: Linha): Exclude<keyof Fila, 'tipo' | 'linhas' | 'nomes'> {
  if (situacao.kind !== 'feito')
    return digits === null && situacao.kind !== 'aberto' ? 'semNumero' : 'porEnviar'
  const { estado } = situacao.envio
  return estado === 'enviado' || estado === 'em-maos' ? 'enviados' : 'fora'
}

/** Orders skipped rows after all others, and one that was skipped again after those. */
const skippedAt = ({ situacao }: Linha) => (situacao.kind === 'pulado' ? situacao.envio.em : 0)

/** How many messages a day a personal number can send before WhatsApp takes it for a bot: our best guess. */
export const POR_DIA = 40

/**
 * Whether those sent today, of every kind, and those left of this one are more than a day's.
 * @param inicio gives the event's clock
 */
export function isTooMany(filas: Fila[], { porEnviar }: Fila, inicio: string, now: number): boolean {
  const today = filas
    .flatMap(({ linhas }) => linhas.flatMap((linha) => envioOf(linha) ?? []))
    .filter(
      (envio) => envio.estado !== 'em-maos' && mayHaveArrived(envio) && isSameDay(inicio, envio.em, now),
    )
  return today.length + porEnviar.length > POR_DIA
}

export type TextoErrors = Partial<Record<'abertura' | 'recado', 'empty' | 'too-long' | 'unreadable'>>

/** Reads a typed text: lines, each cleaned, with no blank line at either end. */
export function parseTexto(
  tipo: Tipo,
  typed: Pick<Texto, 'abertura' | 'recado'>,
): { kind: 'ok'; texto: Texto } | { kind: 'invalid'; errors: TextoErrors } {
  const errors: TextoErrors = {}
  const read = (name: 'abertura' | 'recado') => {
    const lines = typed[name].split(/\r\n|\r|\n/).map(cleanText)
    if (lines.includes(null)) errors[name] = 'unreadable'
    const text = lines.join('\n').trim()
    if (Array.from(text).length > TEXTO_MAX) errors[name] = 'too-long'
    return text
  }
  const texto = { tipo, abertura: read('abertura'), recado: read('recado') }
  if (texto.abertura === '' && !errors.abertura) errors.abertura = 'empty'
  return Object.keys(errors).length === 0 ? { kind: 'ok', texto } : { kind: 'invalid', errors }
}
