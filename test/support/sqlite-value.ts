import { Database } from '../../server/repos/sqlite/database.ts'

/** Opens a database file for `look`, and closes it again. */
export function lookAt<Result>(path: string, look: (db: Database) => Result, options = {}): Result {
  const db = new Database(path, options)
  try {
    return look(db)
  } finally {
    db.close()
  }
}

/** The first column of every row. */
export function valuesOf(db: Database, sql: string, ...parameters: unknown[]): unknown[] {
  return db
    .prepare(sql)
    .all(...parameters)
    .map((row) => Object.values(row)[0])
}

/** The first column of the first row, for a count or a PRAGMA. */
export function valueOf(db: Database, sql: string, ...parameters: unknown[]): unknown {
  return valuesOf(db, sql, ...parameters)[0]
}

/**
 * What no act leaves behind in a database file: guests without key or avip, an invitation counted that nobody
 * holds or has used, or the reverse, a withdrawn guest who is paid for, a personal invitation without its
 * reserva. `isTable` also expects every guest to have been paid for.
 */
export function halfWrittenIn(path: string, { isTable = false } = {}): string[] {
  return lookAt(
    path,
    (db) => {
      const all = (sql: string) => valuesOf(db, sql).map(String)
      return [
        ...all(`SELECT c.credencialid || ' lacks its key, avip or payment' FROM credencial c
        LEFT JOIN chave k USING (credencialid) LEFT JOIN avip a ON a.vipid = c.credencialid
        LEFT JOIN reserva r ON r.credencialid = c.credencialid AND r.estado = 'usada'
        WHERE k.chave IS NULL OR a.vipid IS NULL OR (${Number(isTable)} AND r.reservaid IS NULL)`),
        ...all(`SELECT empresaid || ' counts ' || licredencial FROM empresa e WHERE licredencial <>
        (SELECT count(*) FROM reserva r WHERE r.empresaid = e.empresaid AND r.estado <> 'liberada')`),
        ...all(`SELECT credencialid || ' withdrew and is paid for' FROM desistencia d
        WHERE desfeitaem IS NULL AND EXISTS
        (SELECT 1 FROM reserva r WHERE r.credencialid = d.credencialid AND r.estado = 'usada')`),
        ...all(`SELECT codigo || ' has no reserva of its company' FROM convitepessoal p WHERE NOT EXISTS
        (SELECT 1 FROM reserva r WHERE r.reservaid = p.reservaid AND r.empresaid = p.empresaid)`),
        ...all('PRAGMA integrity_check').filter((line) => line !== 'ok'),
        ...all('PRAGMA foreign_key_check'),
      ]
    },
    { readOnly: true },
  )
}
