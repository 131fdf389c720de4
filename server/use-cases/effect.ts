import { createHash } from 'node:crypto'
import type { BadRow } from '../domain/name-rows.ts'
import { createPauses } from './event-loop.ts'

/** A field a row changes, by the name of its column, and what it was and becomes. */
export interface Change {
  campo: string
  de: string
  para: string
}

export interface Inserted {
  line: number
  nome: string
  /** A company's invitations, or the name of a guest's company, empty for none. */
  valor: string
  /** Of a company who answers for it, and their number: empty where the cell is, absent where there is no such column. */
  contato?: string
  telefone?: string
  /** Of its table; absent for none. */
  numero?: string
}

/** What recording a spreadsheet would do now, row by row in the order of the file. */
export interface Effect {
  inserted: Inserted[]
  changed: { line: number; nome: string; changes: Change[] }[]
  /** Guests who go to another company, whatever else of them changes. */
  moved: Effect['changed']
  equal: number
  /** Companies of one number, by it, of which a row gives one: told, and written all the same. */
  juntas: { numero: string; nomes: string[] }[]
  /** Companies that come in without the number of their table, for its cell has none. */
  avisos: BadRow[]
  bad: BadRow[]
}

export async function digestOf({ inserted, changed, moved, equal, bad }: Effect): Promise<string> {
  const parts = [inserted, changed, moved, bad]
  const hash = createHash('sha256').update(JSON.stringify([...parts.map(({ length }) => length), equal]))
  const pause = createPauses()
  for (const rows of parts) {
    for (const row of rows) {
      await pause()
      hash.update(JSON.stringify(row))
    }
  }
  return hash.digest('base64url')
}

export function inOrder<Row extends { line: number }>(rows: Row[]): Row[] {
  return [...rows].sort((a, b) => a.line - b.line)
}
