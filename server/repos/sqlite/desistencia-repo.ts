import type { DesistenciaRepo } from '../../domain/desistencia-repo.ts'
import type { Desistencia } from '../../domain/desistencia.ts'
import type { BoundActs } from '../bind.ts'
import { translateErrors, type Connection } from './connection.ts'
import { prepareDesistencias } from './desistencias.ts'

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
