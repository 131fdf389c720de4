import type { DesistenciaRepo, Desistencia } from '../../domain/desistencia.ts'
import type { BoundActs } from '../bind.ts'
import { translateErrors, type Connection } from './connection.ts'
import { prepareUpsert } from './database.ts'

export const DESISTENCIA_FIELDS = [
  'credencialid',
  'em',
  'por',
  'desfeitaem',
  'empresaid',
  'reservaid',
] as const satisfies (keyof Desistencia)[]

/** Selects the credencialids of guests who withdrew and did not come all the same. */
export const ABSENT = `SELECT d.credencialid FROM desistencia d LEFT JOIN busca b USING (credencialid)
  WHERE d.desfeitaem IS NULL AND b.dentrodesde IS NULL`

/** What registrations and withdrawals read and write of withdrawals, inside the caller's transaction. */
export interface Desistencias {
  /** The guest's withdrawal, undone or not. */
  find(credencialid: string): Desistencia | null
  put(desistencia: Desistencia): void
}

/** Prepares the statements once per connection. */
export function prepareDesistencias(db: Connection): Desistencias {
  const select = db.prepare<[string], Desistencia>('SELECT * FROM desistencia WHERE credencialid = ?')
  const upsert = prepareUpsert<Desistencia>(db, 'desistencia', 'credencialid', DESISTENCIA_FIELDS)
  return {
    find: (credencialid) => select.get(credencialid) ?? null,
    put: (desistencia) => void upsert.run(desistencia),
  }
}

/** Withdrawals in SQLite. */
export function createDesistenciaRepo(db: Connection, acts: BoundActs['desistencias']): DesistenciaRepo {
  const desistencias = prepareDesistencias(db)
  const selectLive = db.prepare<[], Desistencia>('SELECT * FROM desistencia WHERE desfeitaem IS NULL')
  return {
    ...acts,
    find: async (credencialid) => translateErrors(() => desistencias.find(credencialid)),
    async list() {
      const live = translateErrors(() => selectLive.all())
      return new Map(live.map((desistencia) => [desistencia.credencialid, desistencia]))
    },
  }
}
