import type { Statement } from './binding.ts'
import type { Connection } from './connection.ts'

/** Node's own binding takes every number for a REAL, and an ANY column keeps what it gets. */
const valueOf = (field: string) => (COUNTERS.includes(field) ? `CAST(@${field} AS INTEGER)` : `@${field}`)
const COUNTERS = ['icredencial', 'licredencial']

/** Prepares storing a whole row under its key, whatever was there. */
export function prepareUpsert<Row extends object>(
  db: Connection,
  table: string,
  key: keyof Row & string,
  columns: readonly (keyof Row & string)[],
): Statement<[Row], Record<string, unknown>> {
  return db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(valueOf).join(', ')})
     ON CONFLICT (${key}) DO UPDATE SET ${columns.map((c) => `${c} = ${valueOf(c)}`).join(', ')}`,
  )
}
