import type { Desistencia } from '../../domain/desistencia.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { desistenciaFrom } from './documents.ts'
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
  return document ? desistenciaFrom(credencialid, document) : null
}

/** A withdrawal the unit has read, undone or not. */
export function desistenciaIn(
  { desistencias }: Connection,
  unit: Unit,
  credencialid: string,
): Desistencia | null {
  const stored = unit.get(desistencias.doc(credencialid))
  return stored && desistenciaFrom(credencialid, stored)
}

export function putDesistencia(
  { desistencias, serverTime }: Connection,
  unit: Unit,
  desistencia: Desistencia | null,
): void {
  if (desistencia)
    unit.set(desistencias.doc(desistencia.credencialid), { ...desistencia, mudouem: serverTime })
}
