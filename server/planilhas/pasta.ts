import type { BadRow } from '../domain/name-rows.ts'
import type { Respostas } from '../domain/pergunta.ts'
import { createPauses } from '../use-cases/event-loop.ts'

/** A row of a tab that is not blank. */
export interface Linha {
  /** The line of the file where it begins, from 1; a quoted cell of CSV may span several. */
  line: number
  /** The cells up to the last that is not empty; a formula without a saved result is itself, `=…`. */
  cells: string[]
  /** Hidden by a filter or by hand. */
  isOculta: boolean
  /** The positions of cells that repeat a merged range above: a count is said once, all else of each row. */
  repetidas?: number[] | undefined
}

export interface Aba {
  /** Empty for a file without tabs; some words, for a way to read a text whose encoding is doubtful. */
  nome: string
  isOculta: boolean
  linhas: Linha[]
}

/** What is recorded of guests: that they come, that they are to be invited, or what a column says of each. */
export const MODOS = ['convidar', 'confirmados', 'coluna'] as const
export type Modo = (typeof MODOS)[number]

/** In a list that names a company once, above its people. No company has such an id. */
export const ACIMA = '^'

/** What the organiser said of an upload so far. */
export interface Dito {
  /** The tabs that count, by position; null until it is said. */
  abas: number[] | null
  /** Hidden rows count too. */
  comOcultas: boolean
  /** The line of the first tab with the names of the columns; 0 for none, null until it is said. */
  cabecalho: number | null
  /** The field of each column by the column's key, empty text for none; null until it is said. */
  colunas: Record<string, string> | null
  modo: Modo
  /** The company of those whose row names none; empty text for none, {@link ACIMA} for that of the row above. */
  empresaid: string
  /** Numbers without an area code get the event's own. */
  comDdd: boolean
  /** The answers, by line and question. */
  respostas: Record<string, Respostas>
}

/** A file as it is kept between its upload and its recording, with what was said of it. */
export interface Pasta {
  abas: Aba[]
  /** The tabs are ways to read one text, of which one is right. */
  isDuvidosa: boolean
  dito: Dito
}

export const NADA_DITO: Dito = {
  abas: null,
  comOcultas: false,
  cabecalho: null,
  colunas: null,
  modo: 'convidar',
  empresaid: '',
  comDdd: false,
  respostas: {},
}

/** The file cannot be read as a spreadsheet at all. The message is a sentence for the organiser. */
export class PlanilhaError extends Error {
  override readonly name = 'PlanilhaError'
}

/** A line of what is stored, in JSON: first what is true of the file, then each tab, its rows below it. */
type Line =
  | { isDuvidosa: boolean; dito?: Dito }
  | Omit<Aba, 'linhas'>
  | [line: number, cells: string[], isOculta?: 0 | 1, repetidas?: number[]]

const NEW_LINE = 10

const bufferOf = (stored: Uint8Array) => Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)

/** The stored form after more was said. */
export function withDito(stored: Uint8Array, dito: Dito): Uint8Array {
  const bytes = bufferOf(stored)
  const end = bytes.indexOf(NEW_LINE)
  const head = { ...(JSON.parse(bytes.toString('utf8', 0, end)) as object), dito }
  return new Uint8Array(Buffer.concat([Buffer.from(JSON.stringify(head)), bytes.subarray(end)]))
}

/** @returns null for bytes that the reader did not send */
export async function decodePasta(stored: Uint8Array): Promise<Pasta | null> {
  const bytes = bufferOf(stored)
  const pause = createPauses()
  let pasta: Pasta | null = null
  for (let at = 0, end = 0; at < bytes.length; at = end + 1) {
    await pause()
    end = bytes.indexOf(NEW_LINE, at)
    const line = end < 0 ? null : (parsed(bytes.toString('utf8', at, end)) as Line | null)
    if (typeof line !== 'object' || line === null) return null
    if ('isDuvidosa' in line) pasta = { dito: NADA_DITO, ...line, abas: [] }
    else if (!Array.isArray(line)) pasta?.abas.push({ ...line, linhas: [] })
    else {
      const [at, cells, isOculta, repetidas] = line
      pasta?.abas.at(-1)?.linhas.push({ line: at, cells, isOculta: isOculta === 1, repetidas })
    }
  }
  return pasta
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** What remains of a spreadsheet once it is recorded: the rows that were refused. */
export function encodeRefused(refused: BadRow[]): Uint8Array {
  return new Uint8Array(Buffer.from(JSON.stringify({ refused })))
}

/** @returns null for bytes that {@link encodeRefused} did not write */
export function decodeRefused(stored: Uint8Array): BadRow[] | null {
  const told = parsed(Buffer.from(stored).toString())
  return typeof told === 'object' && told !== null && 'refused' in told ? (told.refused as BadRow[]) : null
}
