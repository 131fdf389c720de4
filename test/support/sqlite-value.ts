import type { Database } from '../../server/repos/sqlite/database.ts'

/** The first column of every row. */
export function valuesOf(db: Database, sql: string, ...parameters: unknown[]): unknown[] {
  return db
    .prepare(sql)
    .all(...parameters)
    .map((row) => Object.values(row)[0])
}

/** The first column of the first row, of a count or a PRAGMA for one. */
export function valueOf(db: Database, sql: string, ...parameters: unknown[]): unknown {
  return valuesOf(db, sql, ...parameters)[0]
}
