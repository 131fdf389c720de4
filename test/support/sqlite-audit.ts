import type { Database } from 'better-sqlite3'

/** What must be empty: each finds what a registration left half-written. */
const HALVES = {
  'credencial without chave':
    'SELECT 1 FROM credencial LEFT JOIN chave USING (credencialid) WHERE chave IS NULL',
  'credencial without avip':
    'SELECT 1 FROM credencial LEFT JOIN avip ON vipid = credencialid WHERE vipid IS NULL',
  'chave without credencial':
    'SELECT 1 FROM chave WHERE credencialid NOT IN (SELECT credencialid FROM credencial)',
  'avip without credencial': 'SELECT 1 FROM avip WHERE vipid NOT IN (SELECT credencialid FROM credencial)',
  'reserva usada without credencial': `SELECT 1 FROM reserva WHERE estado = 'usada'
     AND credencialid NOT IN (SELECT credencialid FROM credencial)`,
  'licredencial other than its reservas': `SELECT 1 FROM empresa e WHERE licredencial <>
     (SELECT count(*) FROM reserva r WHERE r.empresaid = e.empresaid AND estado <> 'liberada')`,
}

/**
 * What does not fit together in a database nobody was erased from, a line each with its count; none when it is whole.
 */
export function auditOf(db: Database): string[] {
  const halves = Object.entries(HALVES).map(([name, sql]) => ({ name, count: db.prepare(sql).all().length }))
  return [
    ...halves.filter(({ count }) => count > 0).map(({ name, count }) => `${count} ${name}`),
    ...db
      .prepare<[], string>('PRAGMA integrity_check')
      .pluck()
      .all()
      .filter((line) => line !== 'ok'),
    ...db
      .prepare('PRAGMA foreign_key_check')
      .all()
      .map(() => 'a broken foreign key'),
  ]
}
