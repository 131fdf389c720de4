import type { DocumentReference, Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import type { Allotment, AllotmentChange, ClaimRequest } from '../../domain/claim.ts'
import { parseEmpresa } from '../../domain/empresa.ts'
import { DuplicateEmpresaError } from '../../domain/errors.ts'
import { isEnded } from '../../domain/reserva.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { reservaFrom } from './documents.ts'
import type { Unit } from './unit.ts'

/** A company and its pendentes as one unit of work sees them, changes of earlier acts of the group included. */
export interface OpenAllotment {
  read(request: Pick<ClaimRequest, 'sid' | 'origem' | 'now'>): Allotment
  write(change: AllotmentChange | null): void
}

/**
 * Reads a company and its pendentes. The company first: whoever changes its number after that makes the commit fail.
 * @returns null when there is no such company
 */
export function openAllotment(
  connection: Connection,
  unit: Unit,
  empresaid: string,
): Promise<OpenAllotment | null> {
  return unit.once(`empresa/${empresaid}`, async () => {
    const empresa = await findEmpresa(connection, empresaid)
    if (!empresa) return null
    unit.track(empresa)
    for (const pendente of await getAll(pendentesOf(connection, empresaid))) unit.track(pendente)
    return allotmentIn(connection, unit, empresa.ref, empresaid)
  })
}

function allotmentIn(
  connection: Connection,
  unit: Unit,
  ref: DocumentReference,
  empresaid: string,
): OpenAllotment {
  return {
    read({ sid, origem, now }) {
      const pendentes = unit
        .list(connection.reservas)
        .map(({ id, document }) => reservaFrom(id, document))
        .filter((reserva) => reserva.empresaid === empresaid && reserva.estado === 'pendente')
      return {
        empresa: parseEmpresa(empresaid, unit.get(ref) ?? {}),
        mine: pendentes.find((reserva) => reserva.sid === sid) ?? null,
        ended: pendentes.filter((reserva) => isEnded(reserva, now)),
        heldFromOrigem: pendentes.filter((r) => r.origem === origem && !isEnded(r, now)).length,
      }
    },
    write(change) {
      if (!change) return
      unit.set(ref, { ...unit.get(ref), licredencial: change.licredencial })
      for (const reserva of change.release) {
        unit.set(connection.reservas.doc(reserva.reservaid), { ...reserva, estado: 'liberada' })
      }
      if (change.store) unit.set(connection.reservas.doc(change.store.reservaid), { ...change.store })
    },
  }
}

/**
 * The company's document, found by its field: its document may have another name, and the field may be a number.
 * @throws DuplicateEmpresaError when more than one company has the id
 */
export async function findEmpresa(
  { empresas }: Connection,
  empresaid: string,
): Promise<QueryDocumentSnapshot | null> {
  const asNumber = Number(empresaid)
  const values = String(asNumber) === empresaid ? [empresaid, asNumber] : [empresaid]
  const found = await getAll(empresas.where('empresaid', 'in', values).limit(2))
  if (found.length > 1)
    throw new DuplicateEmpresaError(
      empresaid,
      found.map(({ id }) => id),
    )
  return found[0] ?? null
}

export function pendentesOf({ reservas }: Connection, empresaid: string): Query {
  return reservas.where('empresaid', '==', empresaid).where('estado', '==', 'pendente')
}

/** All documents of a query. @throws StorageError when Firestore does not answer */
export async function getAll(query: Query): Promise<QueryDocumentSnapshot[]> {
  return (await within(ATTEMPT_MS, query.get())).docs
}
