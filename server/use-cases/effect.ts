import { createHash } from 'node:crypto'
import type { BadRow } from '../domain/name-rows.ts'
import { createPauses } from './next-turn.ts'

/** A field a row changes, by the name of its column, and what it was and becomes. */
export interface Change {
  campo: string
  de: string
  para: string
}

/** What recording a spreadsheet would do now, row by row in the order of the file. */
export interface Effect {
  /** `valor` is a company's invitations, or the name of a guest's company, empty for none. */
  inserted: { line: number; nome: string; valor: string }[]
  changed: { line: number; nome: string; changes: Change[] }[]
  equal: number
  bad: BadRow[]
}

/** A digest of an effect, different for every other effect. */
export async function digestOf({ inserted, changed, equal, bad }: Effect): Promise<string> {
  const hash = createHash('sha256').update(
    JSON.stringify([inserted.length, changed.length, equal, bad.length]),
  )
  const pause = createPauses()
  for (const rows of [inserted, changed, bad]) {
    for (const row of rows) {
      await pause()
      hash.update(JSON.stringify(row))
    }
  }
  return hash.digest('base64url')
}

export function inOrder(bad: BadRow[]): BadRow[] {
  return [...bad].sort((a, b) => a.line - b.line)
}
