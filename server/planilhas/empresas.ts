import { readFile } from 'node:fs/promises'
import { EMPRESA_TEXT_FIELDS } from '../domain/empresa.ts'
import { parseEmpresaRow } from '../domain/empresa-row.ts'
import type { BadRow, PlanilhaLine } from '../domain/name-rows.ts'
import { createPauses } from '../use-cases/next-turn.ts'
import { PlanilhaError, recordOf, requireColumns, type Table } from './table.ts'
import { createReadingQueue, readTable } from './sheet-process.ts'

export interface EmpresasPlanilha {
  rows: PlanilhaLine[]
  bad: BadRow[]
  /** Columns that are no field of section 3, whose cells are not read. */
  ignored: string[]
}

const REQUIRED = ['nome', 'icredencial']

/** Every column that is read of a spreadsheet of companies. */
export const EMPRESAS_COLUMNS = [
  ...new Set([...REQUIRED, ...EMPRESA_TEXT_FIELDS, 'empresaid', 'licredencial']),
]

/** Nobody's browser gives up while a command reads. */
const ofCommands = createReadingQueue({ waitingMs: 120_000, wholeMs: 120_000 })

/**
 * Reads a file with a spreadsheet of companies.
 * @throws PlanilhaError saying what is wrong when it cannot be read, is no spreadsheet, or lacks a required column
 */
export async function readEmpresas(path: string): Promise<EmpresasPlanilha> {
  return empresasOf(await readTable(await readBytes(path), EMPRESAS_COLUMNS, ofCommands))
}

/**
 * The companies of a spreadsheet: columns named as the fields of section 3.
 * @throws PlanilhaError when it lacks a required column
 */
export async function empresasOf({ columns, read, rows }: Table): Promise<EmpresasPlanilha> {
  requireColumns(columns, REQUIRED)

  const known = new Set(read)
  const ignored = columns.filter((name) => name !== '' && !known.has(name))
  const planilha: EmpresasPlanilha = { rows: [], bad: [], ignored }
  const seen = new Map<string, number>()
  const pause = createPauses()
  for (const { line, cells, problems: wrong } of rows) {
    await pause()
    const record = recordOf(read, cells)
    const parsed = parseEmpresaRow(record)
    const problems = [...(parsed.kind === 'invalid' ? parsed.problems : []), ...wrong]
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
