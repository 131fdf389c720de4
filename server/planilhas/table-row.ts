/** A row of a spreadsheet that is not blank. */
export interface TableRow {
  /** The line of the file it begins on, from 1; a quoted cell of CSV may span several. */
  line: number
  cells: string[]
}
