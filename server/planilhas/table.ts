import { PLANILHA_MAX_BYTES } from '../route.ts'
import { readCsv } from './csv.ts'
import { PlanilhaError } from './planilha-error.ts'
import type { TableRow } from './table-row.ts'
import { readXlsx } from './xlsx.ts'

/** A spreadsheet: the names of its columns in lower case, and its rows. */
export interface Table {
  columns: string[]
  rows: TableRow[]
}

/** The most rows taken, the header not counted. */
export const ROWS_MAX = 20_000

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

/**
 * Reads a spreadsheet, CSV or `.xlsx`, whatever its name is.
 * @throws PlanilhaError saying what is wrong with it
 */
export async function readTable(bytes: Buffer): Promise<Table> {
  if (bytes.length > PLANILHA_MAX_BYTES) {
    throw new PlanilhaError('A planilha tem mais de 5 MB: divida-a em duas e envie uma de cada vez.')
  }
  const isXlsx = bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
  const [header, ...rows] = await (isXlsx ? readXlsx(bytes, ROWS_MAX + 1) : readText(bytes))
  if (!header) throw new PlanilhaError('A planilha está vazia: a primeira linha deve ter o nome das colunas.')
  if (rows.length > ROWS_MAX) {
    throw new PlanilhaError('A planilha tem mais de 20.000 linhas: divida-a e envie uma parte de cada vez.')
  }
  const columns = header.cells.map((name) => name.trim().toLowerCase())
  const repeated = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index)
  if (repeated !== undefined)
    throw new PlanilhaError(`A coluna ${repeated} está repetida na primeira linha da planilha.`)
  return { columns, rows }
}

function readText(bytes: Buffer): Promise<TableRow[]> {
  const advice = adviceOn(bytes)
  if (advice !== null) throw new PlanilhaError(advice)
  return readCsv(bytes, ROWS_MAX + 1)
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

/** What is wrong with a row that has more cells than there are columns; null for any other. */
export function overflowOf(columns: string[], cells: string[]): string | null {
  return cells.slice(columns.length).some((cell) => cell !== '')
    ? 'há mais células que colunas: ponha entre aspas a célula que contém o separador'
    : null
}
