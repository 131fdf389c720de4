import { parseConvidadoRow, type ConvidadoLine } from '../domain/convidado-row.ts'
import type { BadRow } from '../domain/name-rows.ts'
import { overflowOf, readTable, recordOf, requireColumns } from './table.ts'

export interface ConvidadosPlanilha {
  rows: ConvidadoLine[]
  bad: BadRow[]
  /** Columns whose cells are not read. */
  ignored: string[]
}

/** Other names people give the columns. */
const SYNONYMS: Record<string, string> = { 'e-mail': 'email', whatsapp: 'telefone', celular: 'telefone' }

const REQUIRED = ['nome', 'telefone']

/**
 * Reads a spreadsheet of guests: nome, telefone, and if they are there, email and empresaid. In an exported one
 * `convite_empresaid` is the company; its empresaid is the same for all.
 * @throws PlanilhaError saying what is wrong when it is no spreadsheet, or lacks a required column
 */
export async function convidadosIn(bytes: Buffer): Promise<ConvidadosPlanilha> {
  const { columns: named, rows } = await readTable(bytes)
  const columns = named.map((name) =>
    named.includes(SYNONYMS[name] ?? '') ? name : (SYNONYMS[name] ?? name),
  )
  requireColumns(columns, REQUIRED)
  const empresaColumn = columns.includes('convite_empresaid') ? 'convite_empresaid' : 'empresaid'
  const read = new Set([...REQUIRED, 'email', empresaColumn])
  const ignored = columns.filter((name) => name !== '' && !read.has(name))
  const planilha: ConvidadosPlanilha = { rows: [], bad: [], ignored }
  for (const { line, cells } of rows) {
    const record = recordOf(columns, cells)
    const { nome = '', telefone = '', email = '', [empresaColumn]: empresaid = '' } = record
    const parsed = parseConvidadoRow({ nome, telefone, email, empresaid })
    const overflow = overflowOf(columns, cells)
    const problems = [
      ...(parsed.kind === 'invalid' ? parsed.problems : []),
      ...(overflow === null ? [] : [overflow]),
    ]
    if (parsed.kind === 'ok' && problems.length === 0) planilha.rows.push({ line, row: parsed.row })
    else planilha.bad.push({ line, nome, problems })
  }
  return planilha
}
