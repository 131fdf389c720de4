/** A row of a spreadsheet that is not blank. */
export interface TableRow {
  /** The line of the file where it begins, from 1; a quoted cell of CSV may span several. */
  line: number
  /** The cells of the columns that are read, in their order; a short row lacks the last ones. */
  cells: string[]
  /** Problems of the row itself, a sentence each. */
  problems: string[]
  /** The cells of the named columns that are not read, in their order, where those are kept. */
  others?: string[]
}

/** A column: its name in the spreadsheet, and its field; null if its cells are not read. */
export interface Column {
  name: string
  field: string | null
}

/** A spreadsheet: the line with the names of its columns, all the columns, and the rows below. */
export interface Table {
  line: number
  columns: Column[]
  /** Whether the columns that are not read are kept, too, so that they can be given a field later. */
  isWhole?: boolean
  rows: TableRow[]
}

/** The file cannot be read as a spreadsheet at all. The message is a sentence for the organiser. */
export class PlanilhaError extends Error {
  override readonly name = 'PlanilhaError'
}

/**
 * @param required the fields every row needs, each with the name its column should have
 * @throws PlanilhaError naming the missing ones
 */
export function requireColumns({ line, columns }: Table, required: Record<string, string>): void {
  const missing = Object.entries(required).filter(([field]) => !columns.some((one) => one.field === field))
  if (missing.length === 0) return
  const names = missing.map(([, name]) => name).join(' e ')
  const found = columns.map(({ name }) => name).filter((name) => name !== '')
  const shown = found.length > 8 ? [...found.slice(0, 8), '…'] : found
  throw new PlanilhaError(
    `Falta a coluna ${names}: dê esse nome à coluna certa e envie de novo. Na linha ${line} li estes nomes: ${shown.join(', ')}.`,
  )
}

/** The cells of a row by field; a short row lacks its last ones. */
export function recordOf(columns: Column[], cells: string[]): Record<string, string> {
  const read = columns.flatMap(({ field }) => field ?? [])
  return Object.fromEntries(cells.map((cell, index) => [read[index] ?? '', cell]))
}
