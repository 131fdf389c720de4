import { PLANILHA_MAX_BYTES } from '../route.ts'
import { createReadingQueue, type ReadInTurn, isZip, readInProcess, type Table } from './sheet-process.ts'

/** The file cannot be read as a spreadsheet at all. The message is a sentence for the organiser. */
export class PlanilhaError extends Error {
  override readonly name = 'PlanilhaError'
}

const SAVE_AS = 'na planilha, use Salvar como e escolha CSV UTF-8'

/** The old Excel's container, which protected files have, too. */
const OLE = '\xD0\xCF\x11\xE0'
const ENCRYPTED = 'EncryptedPackage'.split('').join('\0')

/** What to do with a file that is no spreadsheet this product reads; null for one that may be CSV. */
function adviceOn(bytes: Buffer): string | null {
  const start = bytes.subarray(0, 1024).toString('latin1')
  if (/^(\xFF\xFE|\xFE\xFF)/.test(start)) return `O arquivo não é CSV: ${SAVE_AS}.`
  if (start.startsWith(OLE)) {
    return bytes.includes(ENCRYPTED, 0, 'latin1')
      ? 'A planilha está protegida por senha: tire a senha e envie de novo.'
      : 'O arquivo é um .xls antigo, que não se lê aqui: use Salvar como e escolha .xlsx.'
  }
  if (start.startsWith('%PDF-')) return 'O arquivo é um PDF: envie a planilha como .xlsx ou CSV.'
  if (/^(\xEF\xBB\xBF)?\s*<(!doctype|html|head|meta|table|\?xml|script|style|body)\b/i.test(start))
    return 'O arquivo é uma página da internet: baixe a planilha como .xlsx ou CSV e envie de novo.'
  return bytes.includes(0) ? `O arquivo não é uma planilha que se leia: ${SAVE_AS}.` : null
}

/** Of all requests one is read at a time, for each may take a quarter of a gigabyte. */
const ofRequests = createReadingQueue()

/**
 * Reads a spreadsheet, CSV or `.xlsx`, whatever its name is.
 * @param wanted the columns whose cells are read, in lower case
 * @param inTurn whose turn it waits for, and how long
 * @throws PlanilhaError saying what is wrong with it
 */
export async function readTable(
  bytes: Buffer,
  wanted: string[],
  inTurn: ReadInTurn = ofRequests,
): Promise<Table> {
  if (bytes.length > PLANILHA_MAX_BYTES) {
    throw new PlanilhaError('A planilha tem mais de 5 MB: divida-a em duas e envie uma de cada vez.')
  }
  const advice = isZip(bytes) ? null : adviceOn(bytes)
  if (advice !== null) throw new PlanilhaError(advice)
  return readInProcess(bytes, wanted, inTurn)
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
