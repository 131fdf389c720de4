import { readFile } from 'node:fs/promises'
import { EMPRESA_TEXT_FIELDS } from '../domain/empresa.ts'
import { parseEmpresaRow } from '../domain/empresa-row.ts'
import type { BadRow, PlanilhaLine } from '../domain/name-rows.ts'
import { PlanilhaError } from './planilha-error.ts'
import { overflowOf, readTable, recordOf, requireColumns } from './table.ts'

export interface EmpresasPlanilha {
  rows: PlanilhaLine[]
  bad: BadRow[]
  /** Columns that are no field of section 3, whose cells are not read. */
  ignored: string[]
}

const REQUIRED = ['nome', 'icredencial']
const KNOWN = new Set<string>([...REQUIRED, ...EMPRESA_TEXT_FIELDS, 'empresaid', 'licredencial'])

/**
 * Reads a file with a spreadsheet of companies.
 * @throws PlanilhaError as {@link empresasIn} does, and when the file cannot be read
 */
export async function readEmpresas(path: string): Promise<EmpresasPlanilha> {
  return empresasIn(await readBytes(path))
}

/**
 * Reads a spreadsheet of companies: columns named as the fields of section 3.
 * @throws PlanilhaError saying what is wrong when it is no spreadsheet, or lacks a required column
 */
export async function empresasIn(bytes: Buffer): Promise<EmpresasPlanilha> {
  const { columns, rows } = await readTable(bytes)
  requireColumns(columns, REQUIRED)

  const ignored = columns.filter((name) => name !== '' && !KNOWN.has(name))
  const planilha: EmpresasPlanilha = { rows: [], bad: [], ignored }
  const seen = new Map<string, number>()
  for (const { line, cells } of rows) {
    const record = recordOf(columns, cells)
    const parsed = parseEmpresaRow(record)
    const problems = parsed.kind === 'invalid' ? [...parsed.problems] : []
    const overflow = overflowOf(columns, cells)
    if (overflow !== null) problems.push(overflow)
    const empresaid = parsed.kind === 'ok' ? parsed.row.empresaid : null
    const first = empresaid === null ? undefined : seen.get(empresaid)
    if (empresaid !== null && first !== undefined) {
      problems.push(`empresaid "${empresaid}" já está na linha ${first}`)
    }
    if (parsed.kind === 'invalid' || problems.length > 0) {
      planilha.bad.push({ line, nome: record.nome ?? '', problems })
      continue
    }
    if (empresaid !== null) seen.set(empresaid, line)
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
