import type { DesistenciaRepo, Desistencia } from '../../domain/desistencia.ts'
import type { BoundActs } from '../bind.ts'
import { translateErrors, type Connection } from './connection.ts'
import { prepareUpsert } from './database.ts'

const FIELDS = [
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

/** Withdrawals, undone or not, inside the caller's transaction. */
export function prepareDesistencias(db: Connection) {
  const select = db.prepare<[string], Desistencia>('SELECT * FROM desistencia WHERE credencialid = ?')
  const upsert = prepareUpsert<Desistencia>(db, 'desistencia', 'credencialid', FIELDS)
  return {
    desistencia: (credencialid: string) => select.get(credencialid) ?? null,
    putDesistencia: (desistencia: Desistencia | null) => {
      if (desistencia) upsert.run(desistencia)
    },
  }
}

export function createDesistenciaRepo(db: Connection, acts: BoundActs['desistencias']): DesistenciaRepo {
  const desistencias = prepareDesistencias(db)
  const selectLive = db.prepare<[], Desistencia>('SELECT * FROM desistencia WHERE desfeitaem IS NULL')
  return {
    ...acts,
    find: async (credencialid) => translateErrors(() => desistencias.desistencia(credencialid)),
    async list() {
      const live = translateErrors(() => selectLive.all())
      return new Map(live.map((desistencia) => [desistencia.credencialid, desistencia]))
    },
  }
}
