import { readFile } from 'node:fs/promises'
import { parseEmpresaRow, parseConvidadoRow, type ConvidadoLine } from '../domain/planilha-row.ts'
import type { BadRow, PlanilhaLine } from '../domain/name-rows.ts'
import { foldText } from '../domain/text.ts'
import { createPauses } from '../use-cases/event-loop.ts'
import { EMPRESAS_FIELDS, labelsOf, namesOf, EXAMPLE, CONVIDADOS_FIELDS } from './columns.ts'
import { PlanilhaError, recordOf, requireColumns, type Table } from './table.ts'
import { createReadingQueue, readTable } from './sheet-process.ts'

export interface EmpresasPlanilha extends Omit<Table, 'rows'> {
  rows: PlanilhaLine[]
  bad: BadRow[]
  avisos: BadRow[]
}

/** The possible column names of a company's fields. */
export const EMPRESAS_NAMES = namesOf(EMPRESAS_FIELDS)

/** The labels that people put to the left of a sum. */
const SUMS = new Set(['TOTAL', 'TOTAIS', 'TOTAL GERAL', 'SUBTOTAL', 'SOMA'])

/** A command may wait longer: no browser gives up meanwhile. */
const ofCommands = createReadingQueue({ waitingMs: 120_000, wholeMs: 120_000 })

/**
 * Reads a file with a spreadsheet of companies.
 * @throws PlanilhaError with what is wrong when it cannot be read, is no spreadsheet, or lacks a required
 * column
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
  const labelOf = labelsOf(table.columns, EMPRESAS_FIELDS)
  const planilha: EmpresasPlanilha = { ...table, rows: [], bad: [], avisos: [] }
  const seen = new Map<string, number>()
  for await (const { line, nome, record, problems: wrong } of recordsOf(table)) {
    if (SUMS.has(foldText(nome))) {
      planilha.bad.push({ line, nome, problems: ['parece ser a soma das outras linhas: fica de fora'] })
      continue
    }
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

/** Every row but the example rows, its cells keyed by field. */
async function* recordsOf({ columns, rows }: Table) {
  const pause = createPauses()
  for (const { line, cells, problems } of rows) {
    await pause()
    const record = recordOf(columns, cells)
    const { nome = '' } = record
    if (!nome.startsWith(EXAMPLE)) yield { line, nome, record, problems }
  }
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

export interface ConvidadosPlanilha extends Omit<Table, 'rows'> {
  rows: ConvidadoLine[]
  bad: BadRow[]
}

/** The possible column names of a guest's fields. */
export const CONVIDADOS_NAMES = namesOf(CONVIDADOS_FIELDS)

/** The guests of a spreadsheet. @throws PlanilhaError when it lacks a required column */
export async function convidadosOf(table: Table): Promise<ConvidadosPlanilha> {
  requireColumns(table, { nome: 'Nome', telefone: 'WhatsApp' })
  const labelOf = labelsOf(table.columns, CONVIDADOS_FIELDS)
  const planilha: ConvidadosPlanilha = { ...table, rows: [], bad: [] }
  for await (const { line, nome, record, problems: wrong } of recordsOf(table)) {
    const { telefone = '', email = '', empresaid = '', empresa = '', estado = '', acompanha = '' } = record
    const cells = { nome, telefone, email, empresaid, empresa, estado, acompanha }
    const parsed = parseConvidadoRow(cells, labelOf)
    const problems = [...(parsed.kind === 'invalid' ? parsed.problems : []), ...wrong]
    if (parsed.kind === 'ok' && problems.length === 0) planilha.rows.push({ line, row: parsed.row })
    else planilha.bad.push({ line, nome, problems })
  }
  return planilha
}
