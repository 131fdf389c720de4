import type { Desistencia, DesistenciaRepo } from '../../domain/desistencia.ts'
import type { BoundActs } from '../bind.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { canNameDocument, recordOf } from './table.ts'
import type { Unit } from './unit.ts'

/** Reads a guest's withdrawal into the unit. @returns it, undone or not */
export async function trackDesistencia(
  { desistencias }: Connection,
  unit: Unit,
  credencialid: string,
): Promise<Desistencia | null> {
  const stored = await within(ATTEMPT_MS, desistencias.doc(credencialid).get())
  unit.track(stored)
  const document = stored.data()
  return document ? recordOf('desistencias', credencialid, document) : null
}

/** A withdrawal the unit has read, undone or not. */
export function desistenciaIn(
  { desistencias }: Connection,
  unit: Unit,
  credencialid: string,
): Desistencia | null {
  const stored = unit.get(desistencias.doc(credencialid))
  return stored && recordOf('desistencias', credencialid, stored)
}

export function putDesistencia(
  { desistencias, serverTime }: Connection,
  unit: Unit,
  desistencia: Desistencia | null,
): void {
  if (desistencia)
    unit.set(desistencias.doc(desistencia.credencialid), { ...desistencia, mudouem: serverTime })
}

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
