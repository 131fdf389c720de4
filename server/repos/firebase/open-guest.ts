import type { DocumentReference } from 'firebase-admin/firestore'
import { getAll, usadaOf } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import type { Document, Unit } from './unit.ts'

/** A guest as one unit of work sees them, changes of earlier acts of the group included. */
export interface OpenGuest {
  ref: DocumentReference
  /** The credencial; null when there is none. */
  read(): Document | null
  /** What lies beside the natural key; null for a guest without one. */
  key(): { ref: DocumentReference; document: Document } | null
  /** The reserva that pays. */
  usada(): { ref: DocumentReference; document: Document } | null
  /** Changes what lies beside the key, and that the guest has changed; of two acts on one guest at once, one is done again. */
  change(beside: Document): void
  /** Erases the credencial and its key, and makes its avip due; the reserva that pays stays. */
  erase(): void
}

/** Reads a guest into the unit. The key before the reserva that pays: a payment after it makes the commit fail. */
export async function openGuest(
  connection: Connection,
  unit: Unit,
  credencialid: string,
): Promise<OpenGuest> {
  const { credenciais, chaves, reservas, outbox, serverTime } = connection
  const ref = credenciais.doc(credencialid)
  const [keys, ...snapshots] = await Promise.all([
    getAll(chaves.where('credencialid', '==', credencialid)),
    within(ATTEMPT_MS, ref.get()),
    within(ATTEMPT_MS, outbox.doc(credencialid).get()),
  ])
  const usadas = await getAll(usadaOf(connection, credencialid))
  for (const snapshot of [...snapshots, ...keys, ...usadas]) unit.track(snapshot)

  const keysNow = () => unit.list(chaves).filter(({ document }) => document.credencialid === credencialid)
  const key = () => {
    const [found] = keysNow()
    return found ? { ref: chaves.doc(found.id), document: found.document } : null
  }
  return {
    ref,
    read: () => unit.get(ref),
    key,
    usada() {
      const found = unit
        .list(reservas)
        .find(({ document }) => document.credencialid === credencialid && document.estado === 'usada')
      return found ? { ref: reservas.doc(found.id), document: found.document } : null
    },
    change(beside) {
      const found = key()
      if (found) unit.set(found.ref, { ...found.document, ...beside, mudouem: serverTime })
      // A guest of another product has no key: the entry of their avip tells two acts apart.
      else makeDue(unit, outbox.doc(credencialid))
    },
    erase() {
      unit.delete(ref)
      for (const { id } of keysNow()) unit.delete(chaves.doc(id))
      makeDue(unit, outbox.doc(credencialid))
    },
  }
}

/**
 * The avip is due again, one that was set aside too; a drainer at work on it keeps its lease, and will see by `versao`
 * that the entry has changed.
 */
export function makeDue(unit: Unit, ref: DocumentReference): void {
  const { presoate = 0, versao = 0, recusado = null } = unit.get(ref) ?? {}
  const next = { presoate, versao: Number(versao) + 1 }
  unit.set(ref, recusado === null ? next : { ...next, presoate: 0, recusado: null })
}
