import { pipeline, Readable } from 'node:stream'
import { stringify, type Stringifier } from 'csv-stringify'

/**
 * A stream that takes rows and gives CSV as spreadsheets in Brazil open it: `;`, UTF-8 with BOM, CRLF, the
 * header even without rows, and no cell that would be computed as a formula.
 */
export function createCsv(columns: string[]): Stringifier {
  return stringify({
    bom: true,
    header: true,
    columns,
    delimiter: ';',
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    cast: { string: neutralise },
  })
}

/** The bytes of such a file, made as the rows are read. An error in the rows ends the bytes, too. */
export function csvOf(
  columns: string[],
  rows: AsyncIterable<Record<string, string | number>>,
): AsyncIterable<Buffer> {
  return pipeline(Readable.from(rows), createCsv(columns), () => {})
}

/**
 * A cell no spreadsheet computes: text that begins like a formula gets an apostrophe in front. Goes further
 * than csv-stringify's `escape_formulas`, which looks at the first character only and knows full-width signs,
 * but neither the small ones, nor the minus sign proper, nor the leading blanks and line ends that some
 * spreadsheets skip.
 */
export function neutralise(cell: string): string {
  return /^[\s\p{C}]*[=+\-@\u2212\t\r\n]/u.test(cell.normalize('NFKC')) ? `'${cell}` : cell
}
