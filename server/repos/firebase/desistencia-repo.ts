import type { DesistenciaRepo } from '../../domain/desistencia.ts'
import type { BoundActs } from '../bind.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { canNameDocument, recordOf } from './table.ts'

/** Withdrawals in Firestore. */
export function createDesistenciaRepo(
  { desistencias }: Connection,
  bound: BoundActs['desistencias'],
): DesistenciaRepo {
  return {
    ...bound,

    async find(credencialid) {
      if (!canNameDocument(credencialid)) return null
      const stored = (await within(ATTEMPT_MS, desistencias.doc(credencialid).get())).data()
      return stored ? recordOf('desistencias', credencialid, stored) : null
    },

    async list() {
      const live = await getAll(desistencias.where('desfeitaem', '==', null))
      return new Map(live.map((found) => [found.id, recordOf('desistencias', found.id, found.data())]))
    },
  }
}
