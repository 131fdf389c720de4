import type { QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { trackDesistencia } from './desistencias.ts'
import type { OpenGuest } from './open-guest.ts'
import { chunksOf } from './pages.ts'
import type { Unit } from './unit.ts'

/**
 * Reads what holders and withdrawals keep of a guest into the unit.
 * @returns erases it: the withdrawal, and the labels of the personal invitations that ever paid for the guest, but of one
 */
export async function openBeside(
  connection: Connection,
  unit: Unit,
  guest: OpenGuest,
): Promise<(taken: string | null) => void> {
  const { convites, desistencias, reservas } = connection
  const ref = desistencias.doc(guest.ref.id)
  const [paid] = await Promise.all([
    getAll(reservas.where('credencialid', '==', guest.ref.id)),
    trackDesistencia(connection, unit, guest.ref.id),
  ])
  const personal: QueryDocumentSnapshot[] = []
  for (const some of chunksOf(paid)) {
    const reservaids = some.map(({ id }) => id)
    personal.push(...(await getAll(convites.where('reservaid', 'in', reservaids))))
  }
  for (const convite of personal) unit.track(convite)
  return (taken) => {
    if (unit.get(ref)) unit.delete(ref)
    for (const convite of personal) {
      const stored = unit.get(convite.ref)
      if (stored?.reservaid !== taken) unit.set(convite.ref, { ...stored, rotulo: '' })
    }
  }
}
