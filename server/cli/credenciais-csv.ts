import { stringify, type Stringifier } from 'csv-stringify'
import { CREDENCIAL_FIELDS } from '../domain/credencial.ts'
import type { Convidado } from '../domain/credencial-repo.ts'

/**
 * The ten fields of section 3 in their order, then the company that invited, as the reserva tells it, and the code on
 * the guest's credencial.
 */
const COLUMNS = [...CREDENCIAL_FIELDS, 'convite_empresaid', 'convite_empresa', 'codigo']

/**
 * A stream that takes {@link csvRowOf} rows and gives CSV as spreadsheets in Brazil open it: `;`, UTF-8 with BOM, CRLF,
 * the header even when there is no row, and no cell that would be computed as a formula.
 */
export function createCsv(): Stringifier {
  return stringify({
    bom: true,
    header: true,
    columns: COLUMNS,
    delimiter: ';',
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    cast: { string: neutralise },
  })
}

/** One guest as a row. `convite_*` are empty for who came by the public form. */
export function csvRowOf({ credencial, empresa }: Convidado, codigo: string): Record<string, string> {
  return {
    ...credencial,
    convite_empresaid: empresa?.empresaid ?? '',
    convite_empresa: empresa?.nome ?? '',
    codigo,
  }
}

/**
 * A cell no spreadsheet computes: text that begins like a formula gets an apostrophe in front. Goes further than
 * csv-stringify's `escape_formulas`, which looks at the first character only and knows full-width signs, but neither
 * the small ones, nor the minus sign proper, nor blanks and line ends in front that some spreadsheets skip.
 */
export function neutralise(cell: string): string {
  return /^[\s\p{C}]*[=+\-@\u2212\t\r\n]/u.test(cell.normalize('NFKC')) ? `'${cell}` : cell
}
