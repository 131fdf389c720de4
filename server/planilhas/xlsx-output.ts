import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { CellStyle } from 'hucre/xlsx'
import { own } from '../domain/own.ts'
import type { Model } from './columns.ts'

/** Text, or a count. */
export type Row = Record<string, string | number>

/** Column names stay in view. */
const FROZEN = { rows: 1 }

/**
 * Writes a spreadsheet as its rows come, in constant memory: text stays text with its leading zeros, and no
 * cell is a formula. A column whose first cell is a number holds numbers.
 * @param nome of the sheet, 31 characters at most
 */
export async function* createXlsx(
  nome: string,
  columns: string[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(rows)
  const all: AsyncIterator<Row, undefined> = source[Symbol.asyncIterator]()
  const first: IteratorResult<Row, undefined> = await all.next()
  const styled = columns.map((column) => columnOf(column, own(first.value ?? {}, column)))
  async function* cells() {
    // Styles are read for each row, and the names of the columns were written with the first ones.
    for (const one of styled) one.style = one.below
    for (let next = first; !next.done; next = await all.next())
      yield columns.map((column) => cellOf(own(next.value, column)))
  }
  const { writeXlsxStream } = await import('hucre/xlsx')
  const stream = writeXlsxStream(cells(), {
    name: nome,
    freezePane: FROZEN,
    columns: styled,
  })
  try {
    yield* stream as ReadableStream<Uint8Array>
  } finally {
    source.destroy()
  }
}

/** A whole spreadsheet to fill in: an example row, and a second sheet of notes. */
export async function createModel({
  nome,
  columns,
  example,
  notes,
}: Model): Promise<Uint8Array<ArrayBuffer>> {
  const { writeXlsx } = await import('hucre/xlsx')
  const sheetOf = (name: string, header: string[], rows: Row[]) => ({
    name,
    freezePane: FROZEN,
    columns: header.map((column) => {
      const { below: style, ...made } = columnOf(column, own(rows[0] ?? {}, column))
      return { ...made, style }
    }),
    rows: [header, ...rows.map((row) => header.map((column) => cellOf(own(row, column))))],
    cells: new Map(header.map((value, at) => [`0,${at}`, { value, style: BOLD }])),
  })
  const told = notes.map((note) => ({ [NOTES]: note }))
  const sheets = [sheetOf(nome, columns, [example]), sheetOf(NOTES, [NOTES], told)]
  return new Uint8Array(await writeXlsx({ sheets }))
}

/** The name of the sheet of notes, and of its column. */
const NOTES = 'Como preencher'

/** The format of cells that change nothing typed into them later. */
const TEXT = { numFmt: '@' }

const BOLD = { font: { bold: true } }

/** A column: the style of its name, and of the cells below it. */
const columnOf = (header: string, first: string | number | undefined) => ({
  header,
  width: 20,
  style: BOLD as CellStyle,
  below: typeof first === 'number' ? {} : TEXT,
})

/** A cell without what XML cannot hold, and without what Excel reads as an escape of its own, `_x0041_`. */
function cellOf(value: string | number = ''): string | number | null {
  if (typeof value === 'number') return value
  const text = value
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '')
    .replace(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_')
  return text === '' ? null : text
}
