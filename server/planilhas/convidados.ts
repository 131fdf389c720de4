import { parseConvidadoRow, type ConvidadoLine } from '../domain/convidado-row.ts'
import type { BadRow } from '../domain/name-rows.ts'
import { createPauses } from '../use-cases/event-loop.ts'
import { CONVIDADOS_FIELDS, labelsOf, namesOf } from './columns.ts'
import { EXAMPLE } from './models.ts'
import { recordOf, requireColumns, type Table } from './table.ts'

export interface ConvidadosPlanilha extends Omit<Table, 'rows'> {
  rows: ConvidadoLine[]
  bad: BadRow[]
}

/** The names the column of each field of a guest may have. */
export const CONVIDADOS_NAMES = namesOf(CONVIDADOS_FIELDS)

/** The guests of a spreadsheet. @throws PlanilhaError when it lacks a required column */
export async function convidadosOf(table: Table): Promise<ConvidadosPlanilha> {
  requireColumns(table, { nome: 'Nome', telefone: 'WhatsApp' })
  const { rows, ...head } = table
  const { columns } = head
  const labelOf = labelsOf(columns, CONVIDADOS_FIELDS)
  const planilha: ConvidadosPlanilha = { ...head, rows: [], bad: [] }
  const pause = createPauses()
  for (const { line, cells, problems: wrong } of rows) {
    await pause()
    const record = recordOf(columns, cells)
    const { nome = '', telefone = '', email = '', empresaid = '', empresa = '', estado = '' } = record
    if (nome.startsWith(EXAMPLE)) continue
    const parsed = parseConvidadoRow({ nome, telefone, email, empresaid, empresa, estado }, labelOf)
    const problems = [...(parsed.kind === 'invalid' ? parsed.problems : []), ...wrong]
    if (parsed.kind === 'ok' && problems.length === 0) planilha.rows.push({ line, row: parsed.row })
    else planilha.bad.push({ line, nome, problems })
  }
  return planilha
}
