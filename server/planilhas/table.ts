/** A row of a spreadsheet that is not blank. */
export interface TableRow {
  /** The line of the file it begins on, from 1; a quoted cell of CSV may span several. */
  line: number
  /** The cells of the columns that are read, in their order; a row cut short lacks the last ones. */
  cells: string[]
  /** What is wrong with the row itself, a sentence each. */
  problems: string[]
}

/** A spreadsheet: the names of all its columns in lower case, those that are read, and the rows below. */
export interface Table {
  columns: string[]
  read: string[]
  rows: TableRow[]
}

/** The file cannot be read as a spreadsheet at all. The message is a sentence for the organiser. */
export class PlanilhaError extends Error {
  override readonly name = 'PlanilhaError'
}

/** @throws PlanilhaError naming those of the columns that are not there */
export function requireColumns(columns: string[], required: string[]): void {
  const missing = required.filter((name) => !columns.includes(name))
  if (missing.length > 0)
    throw new PlanilhaError(`Falta a coluna ${missing.join(', ')} na primeira linha da planilha.`)
}

/** Cells by column; a row cut short lacks its last columns. */
export function recordOf(columns: string[], cells: string[]): Record<string, string> {
  const record: Record<string, string> = {}
  cells.forEach((cell, index) => {
    const column = columns[index]
    if (column) record[column] = cell
  })
  return record
}
