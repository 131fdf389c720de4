import { PlanilhaError, readCsv } from './csv.ts'
import { EMPRESA_TEXT_FIELDS } from '../domain/empresa.ts'
import type { BadRow, PlanilhaLine } from '../domain/name-rows.ts'
import { parseEmpresaRow } from '../domain/empresa-row.ts'

export interface EmpresasPlanilha {
  rows: PlanilhaLine[]
  bad: BadRow[]
  /** Columns that are no field of section 3, whose cells are not read. */
  ignored: string[]
}

const REQUIRED = ['nome', 'icredencial']
const KNOWN = new Set<string>([...REQUIRED, ...EMPRESA_TEXT_FIELDS, 'empresaid', 'licredencial'])

/**
 * Reads a spreadsheet of companies: columns named as the fields of section 3, `;` or `,`, UTF-8 with or without BOM,
 * or Windows-1252, which old spreadsheets write.
 * @throws PlanilhaError saying what is wrong when the file cannot be read, is no CSV, or lacks a required column
 */
export async function readEmpresas(path: string): Promise<EmpresasPlanilha> {
  const [header, ...records] = await readCsv(path)
  if (!header) throw new PlanilhaError('A planilha está vazia: a primeira linha deve ter o nome das colunas.')
  const columns = header.cells.map((name) => name.toLowerCase())
  checkColumns(columns)

  const ignored = columns.filter((name) => name !== '' && !KNOWN.has(name))
  const planilha: EmpresasPlanilha = { rows: [], bad: [], ignored }
  const seen = new Map<string, number>()
  for (const { line, cells } of records) {
    const parsed = parseEmpresaRow(recordOf(columns, cells))
    const problems = parsed.kind === 'invalid' ? [...parsed.problems] : []
    if (cells.slice(columns.length).some((cell) => cell !== '')) {
      problems.push('há mais células que colunas: ponha entre aspas a célula que contém o separador')
    }
    const empresaid = parsed.kind === 'ok' ? parsed.row.empresaid : null
    const first = empresaid === null ? undefined : seen.get(empresaid)
    if (empresaid !== null && first !== undefined) {
      problems.push(`empresaid "${empresaid}" já está na linha ${first}`)
    }
    if (parsed.kind === 'invalid' || problems.length > 0) {
      planilha.bad.push({ line, problems })
      continue
    }
    if (empresaid !== null) seen.set(empresaid, line)
    planilha.rows.push({ line, row: parsed.row })
  }
  return planilha
}

function checkColumns(columns: string[]): void {
  const missing = REQUIRED.filter((name) => !columns.includes(name))
  if (missing.length > 0) {
    throw new PlanilhaError(`Falta a coluna ${missing.join(', ')} na primeira linha da planilha.`)
  }
  const repeated = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index)
  if (repeated !== undefined)
    throw new PlanilhaError(`A coluna ${repeated} está repetida na primeira linha da planilha.`)
}

/** Cells by column; a row cut short lacks its last columns, which then stay as stored. */
function recordOf(columns: string[], cells: string[]): Record<string, string> {
  const record: Record<string, string> = {}
  cells.forEach((cell, index) => {
    const column = columns[index]
    if (column) record[column] = cell
  })
  return record
}
