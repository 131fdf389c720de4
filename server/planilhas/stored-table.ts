import type { BadRow } from '../domain/name-rows.ts'
import { createPauses } from '../use-cases/event-loop.ts'
import type { Table, TableRow, Column } from './table.ts'

const NEW_LINE = 10

/**
 * A spreadsheet in storage between its upload and its recording: a line of JSON for its columns, and one for
 * each row. The file itself is read once, in a process of its own.
 */
export async function encodeTable({ rows, ...head }: Table): Promise<Uint8Array> {
  const pause = createPauses()
  const lines = [Buffer.from(`${JSON.stringify(head)}\n`)]
  for (const { line, cells, problems, others } of rows) {
    await pause()
    const row = others ? [line, cells, problems, others] : [line, cells, problems]
    lines.push(Buffer.from(`${JSON.stringify(row)}\n`))
  }
  return new Uint8Array(Buffer.concat(lines))
}

/** @returns null for bytes that this did not write: an earlier version stored the file itself */
export async function decodeTable(stored: Uint8Array): Promise<Table | null> {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  const pause = createPauses()
  let table: Table | null = null
  for (let at = 0; at < bytes.length;) {
    await pause()
    const end = bytes.indexOf(NEW_LINE, at)
    if (end < 0) return null
    const line = parsed(bytes.toString('utf8', at, end))
    at = end + 1
    if (table) {
      if (!Array.isArray(line)) return null
      table.rows.push(rowOf(line as StoredRow))
    } else {
      if (!isHead(line)) return null
      table = { ...line, rows: [] }
    }
  }
  return table
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

type StoredRow = [line: number, cells: string[], problems: string[], others?: string[]]

const rowOf = ([line, cells, problems, others]: StoredRow): TableRow =>
  others ? { line, cells, problems, others } : { line, cells, problems }

const isHead = (line: unknown): line is Omit<Table, 'rows'> =>
  typeof line === 'object' && line !== null && 'line' in line && 'columns' in line

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** The longest cell that is read, and how much is shown of a longer one, in characters, as in `sheet.mjs`. */
const CELL_MAX = 1_000
const SHOWN_MAX = 60

/**
 * Reads again a spreadsheet that is kept whole.
 * @param fields the new field of each column; null for one that is not read
 */
export async function readAgain({ rows, ...head }: Table, fields: (string | null)[]): Promise<Table> {
  const was = head.columns
  const is = was.map(({ name }, at): Column => ({ name, field: fields[at] ?? null }))
  const [readBefore, keptBefore] = [positionsOf(was, true), positionsOf(was, false)]
  const [read, kept] = [positionsOf(is, true), positionsOf(is, false)]
  const table: Table = { ...head, columns: is, rows: [] }
  const pause = createPauses()
  for (const { line, cells, problems, others = [] } of rows) {
    await pause()
    const whole = new Map<number, string>()
    readBefore.forEach((at, index) => whole.set(at, cells[index] ?? ''))
    keptBefore.forEach((at, index) => whole.set(at, others[index] ?? ''))
    const tooLong = read.filter((at) => (whole.get(at) ?? '').length > CELL_MAX)
    const wrong = tooLong.map((at) => `${is[at]?.name ?? ''} tem mais de 1.000 caracteres: encurte a célula`)
    const shown = (at: number) => {
      const cell = whole.get(at) ?? ''
      return tooLong.includes(at) ? `${cell.slice(0, SHOWN_MAX)}…` : cell
    }
    table.rows.push({
      line,
      cells: read.map(shown),
      problems: [...problems, ...wrong],
      others: kept.map((at) => whole.get(at) ?? ''),
    })
  }
  return table
}

/** The positions of the columns that are read, or of those that have a name and are not. */
function positionsOf(columns: Column[], isRead: boolean): number[] {
  return columns.flatMap(({ name, field }, at) =>
    isRead === (field !== null) && (isRead || name !== '') ? [at] : [],
  )
}
