import { parseConvidadoRow, type ConvidadoLine } from '../domain/convidado-row.ts'
import type { BadRow } from '../domain/name-rows.ts'
import { createPauses } from '../use-cases/next-turn.ts'
import { recordOf, requireColumns, type Table } from './table.ts'

export interface ConvidadosPlanilha {
  rows: ConvidadoLine[]
  bad: BadRow[]
  /** Columns whose cells are not read. */
  ignored: string[]
}

/** Other names people give the columns. */
const SYNONYMS: Record<string, string> = { 'e-mail': 'email', whatsapp: 'telefone', celular: 'telefone' }

const REQUIRED = ['nome', 'telefone']

/** Every column that may be read of a spreadsheet of guests. */
export const CONVIDADOS_COLUMNS = [
  ...REQUIRED,
  ...['email', 'empresaid', 'convite_empresaid'],
  ...Object.keys(SYNONYMS),
]

/**
 * The guests of a spreadsheet: nome, telefone, and if they are there, email and empresaid. In an exported one
 * `convite_empresaid` is the company; its empresaid is the same for all.
 * @throws PlanilhaError when it lacks a required column
 */
export async function convidadosOf(table: Table): Promise<ConvidadosPlanilha> {
  const named = new Set(table.columns)
  const nameOf = (name: string) => (named.has(SYNONYMS[name] ?? '') ? name : (SYNONYMS[name] ?? name))
  const columns = table.columns.map(nameOf)
  requireColumns(columns, REQUIRED)
  const empresaColumn = columns.includes('convite_empresaid') ? 'convite_empresaid' : 'empresaid'
  const read = new Set([...REQUIRED, 'email', empresaColumn])
  const ignored = columns.filter((name) => name !== '' && !read.has(name))
  const planilha: ConvidadosPlanilha = { rows: [], bad: [], ignored }
  const readColumns = table.read.map(nameOf)
  const pause = createPauses()
  for (const { line, cells, problems: wrong } of table.rows) {
    await pause()
    const record = recordOf(readColumns, cells)
    const { nome = '', telefone = '', email = '', [empresaColumn]: empresaid = '' } = record
    const parsed = parseConvidadoRow({ nome, telefone, email, empresaid })
    const problems = [...(parsed.kind === 'invalid' ? parsed.problems : []), ...wrong]
    if (parsed.kind === 'ok' && problems.length === 0) planilha.rows.push({ line, row: parsed.row })
    else planilha.bad.push({ line, nome, problems })
  }
  return planilha
}
