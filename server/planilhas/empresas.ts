import { readFile } from 'node:fs/promises'
import { parseEmpresaRow } from '../domain/empresa-row.ts'
import type { BadRow, PlanilhaLine } from '../domain/name-rows.ts'
import { foldText } from '../domain/text.ts'
import { createPauses } from '../use-cases/event-loop.ts'
import { EMPRESAS_FIELDS, labelsOf, namesOf } from './columns.ts'
import { EXAMPLE } from './models.ts'
import { PlanilhaError, recordOf, requireColumns, type Table } from './table.ts'
import { createReadingQueue, readTable } from './sheet-process.ts'

export interface EmpresasPlanilha extends Omit<Table, 'rows'> {
  rows: PlanilhaLine[]
  bad: BadRow[]
  avisos: BadRow[]
}

/** The names the column of each field of a company may have. */
export const EMPRESAS_NAMES = namesOf(EMPRESAS_FIELDS)

/** What people write at the left of a sum. */
const SUMS = new Set(['TOTAL', 'TOTAIS', 'TOTAL GERAL', 'SUBTOTAL', 'SOMA'])

/** Nobody's browser gives up while a command reads. */
const ofCommands = createReadingQueue({ waitingMs: 120_000, wholeMs: 120_000 })

/**
 * Reads a file with a spreadsheet of companies.
 * @throws PlanilhaError saying what is wrong when it cannot be read, is no spreadsheet, or lacks a required column
 */
export async function readEmpresas(path: string): Promise<EmpresasPlanilha> {
  return empresasOf(await readTable(await readBytes(path), EMPRESAS_NAMES, { inTurn: ofCommands }))
}

/**
 * The companies of a spreadsheet.
 * @throws PlanilhaError when it lacks a required column
 */
export async function empresasOf(table: Table): Promise<EmpresasPlanilha> {
  requireColumns(table, { nome: 'Empresa', icredencial: 'Convites' })
  const { rows, ...head } = table
  const { columns } = head
  const labelOf = labelsOf(columns, EMPRESAS_FIELDS)
  const planilha: EmpresasPlanilha = { ...head, rows: [], bad: [], avisos: [] }
  const seen = new Map<string, number>()
  const pause = createPauses()
  for (const { line, cells, problems: wrong } of rows) {
    await pause()
    const record = recordOf(columns, cells)
    const { nome = '' } = record
    if (SUMS.has(foldText(nome))) {
      planilha.bad.push({ line, nome, problems: ['parece ser a soma das outras linhas: fica de fora'] })
      continue
    }
    if (nome.startsWith(EXAMPLE)) continue
    const parsed = parseEmpresaRow(record, labelOf)
    const problems = [...(parsed.kind === 'invalid' ? parsed.problems : []), ...wrong]
    const empresaid = parsed.kind === 'ok' ? parsed.row.empresaid : null
    const first = empresaid === null ? undefined : seen.get(empresaid)
    if (empresaid !== null && first !== undefined)
      problems.push(`${labelOf('empresaid')} "${empresaid}" já está na linha ${first}: deixe uma só`)
    if (parsed.kind === 'invalid' || problems.length > 0) {
      planilha.bad.push({ line, nome, problems })
      continue
    }
    if (empresaid !== null) seen.set(empresaid, line)
    if (parsed.aviso !== undefined) planilha.avisos.push({ line, nome, problems: [parsed.aviso] })
    planilha.rows.push({ line, row: parsed.row })
  }
  return planilha
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'não existe' : `não pôde ser lido (${code})`
    throw new PlanilhaError(`O arquivo ${path} ${reason}: confira o nome e a pasta.`, { cause })
  }
}
