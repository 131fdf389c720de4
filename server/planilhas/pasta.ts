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
  /** The company of those whose row names none; empty text for none. */
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

/** The first line of what is stored: the tabs, and how many of the rows below are each one's. */
interface Head extends Pick<Pasta, 'isDuvidosa' | 'dito'> {
  abas: (Omit<Aba, 'linhas'> & { linhas: number })[]
}

type StoredRow = [line: number, cells: string[], isOculta?: 1]

const NEW_LINE = 10

/** The stored form: a line of JSON for the tabs, then one for each row, as the reader sends them. */
export function encodePasta(head: Omit<Head, 'dito'>, rows: Buffer): Uint8Array {
  return new Uint8Array(Buffer.concat([lineOf({ ...head, dito: NADA_DITO }), rows]))
}

/** The stored form after more was said. */
export function withDito(stored: Uint8Array, dito: Dito): Uint8Array {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  const end = bytes.indexOf(NEW_LINE)
  const head = JSON.parse(bytes.toString('utf8', 0, end)) as Head
  return new Uint8Array(Buffer.concat([lineOf({ ...head, dito }), bytes.subarray(end + 1)]))
}

/** @returns null for bytes that {@link encodePasta} did not write */
export async function decodePasta(stored: Uint8Array): Promise<Pasta | null> {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  let at = 0
  const next = (): unknown => {
    const end = bytes.indexOf(NEW_LINE, at)
    const line = end < 0 ? null : parsed(bytes.toString('utf8', at, end))
    at = end + 1
    return line
  }
  const head = next()
  if (!isHead(head)) return null
  const pause = createPauses()
  const abas: Aba[] = []
  for (const { linhas: count, ...aba } of head.abas) {
    const linhas: Linha[] = []
    while (linhas.length < count) {
      await pause()
      const row = next()
      if (!Array.isArray(row)) return null
      const [line, cells, hidden] = row as StoredRow
      linhas.push({ line, cells, isOculta: hidden === 1 })
    }
    abas.push({ ...aba, linhas })
  }
  return { ...head, abas }
}

const isHead = (line: unknown): line is Head => typeof line === 'object' && line !== null && 'abas' in line

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const lineOf = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`)

/** What remains of a spreadsheet once it is recorded: the rows that were refused. */
export function encodeRefused(refused: BadRow[]): Uint8Array {
  return new Uint8Array(Buffer.from(JSON.stringify({ refused })))
}

/** @returns null for bytes that {@link encodeRefused} did not write */
export function decodeRefused(stored: Uint8Array): BadRow[] | null {
  const told = parsed(Buffer.from(stored).toString())
  return typeof told === 'object' && told !== null && 'refused' in told ? (told.refused as BadRow[]) : null
}
