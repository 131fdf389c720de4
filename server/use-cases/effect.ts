import { createHash } from 'node:crypto'
import type { BadRow, Limpa, Perguntada } from '../domain/name-rows.ts'
import { inTurns } from './event-loop.ts'

/** A field a row changes, by the name of its column, with its old and new value. */
export interface Change {
  campo: string
  de: string
  para: string
}

export interface Inserted {
  line: number
  nome: string
  /** A company's invitations, or the name of a guest's company; empty text for none. */
  valor: string
  /** Who answers for a company, and their number: empty if the cell is, absent if there is no such column. */
  contato?: string
  telefone?: string
  /** The number of its table; absent for none. */
  numero?: string
}

/** What recording a spreadsheet would do now, row by row in the order of the file. */
export interface Effect {
  inserted: Inserted[]
  changed: { line: number; nome: string; changes: Change[] }[]
  /** Guests who move to another company, with any other changes to them. */
  moved: Effect['changed']
  equal: number
  /**
   * Companies that end up with the same table number because of a row, grouped by number; reported, but still
   * written.
   */
  juntas: { numero: string; nomes: string[] }[]
  /** Rows that are written without an optional cell that could not be read. */
  avisos: BadRow[]
  /** Names as typed, and as they enter. */
  limpas: Limpa[]
  /** What is asked, with the answers that stand. */
  perguntas: Perguntada[]
  bad: BadRow[]
}

/** What recording a spreadsheet would do now, and the rows that would be written. */
export interface Preview<Row> {
  effect: Effect
  rows: Row[]
}

export const noEffect = (): Effect => joined()

/** Effects as one, its rows in the order of the file, and its notices one for each line. */
export function joined(...effects: Partial<Effect>[]): Effect {
  const rowsOf = <Row extends { line: number }>(part: (effect: Partial<Effect>) => Row[] | undefined) =>
    inOrder(effects.flatMap((effect) => part(effect) ?? []))
  return {
    inserted: rowsOf(({ inserted }) => inserted),
    changed: rowsOf(({ changed }) => changed),
    moved: rowsOf(({ moved }) => moved),
    equal: effects.reduce((sum, { equal = 0 }) => sum + equal, 0),
    juntas: effects.flatMap(({ juntas = [] }) => juntas),
    avisos: byLine(rowsOf(({ avisos }) => avisos)),
    limpas: rowsOf(({ limpas }) => limpas),
    perguntas: rowsOf(({ perguntas }) => perguntas),
    bad: rowsOf(({ bad }) => bad),
  }
}

/** The values of the fields that differ. */
export function changesIn<Field extends string>(
  fields: readonly Field[],
  was: Record<Field, unknown>,
  is: Record<Field, unknown>,
): Change[] {
  return fields.flatMap((campo) => {
    const [de, para] = [String(was[campo]), String(is[campo])]
    return de === para ? [] : [{ campo, de, para }]
  })
}

/** @param written the rows as they would be written */
export async function digestOf(
  { inserted, changed, moved, equal, bad }: Effect,
  written: readonly object[] = [],
): Promise<string> {
  const parts: (readonly object[])[] = [inserted, changed, moved, bad, written]
  const hash = createHash('sha256').update(JSON.stringify([...parts.map(({ length }) => length), equal]))
  await inTurns(parts.flat(), (row) => hash.update(JSON.stringify(row)))
  return hash.digest('base64url')
}

/** The sentences about each line, in one row. */
function byLine(rows: BadRow[]): BadRow[] {
  const found = new Map<number, BadRow>()
  for (const row of rows) {
    const problems = [...(found.get(row.line)?.problems ?? []), ...row.problems]
    found.set(row.line, { ...row, problems })
  }
  return [...found.values()]
}

export function inOrder<Row extends { line: number }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => a.line - b.line)
}
