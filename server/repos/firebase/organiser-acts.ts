import type { DocumentReference, Query } from 'firebase-admin/firestore'
import type { CorrectRequest, Correction, Removal } from '../../domain/credencial-repo.ts'
import { giveBack } from '../../domain/reserva.ts'
import type { Act } from './acts.ts'
import { getAll, openAllotment } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { credencialFrom, reservaFrom } from './documents.ts'
import type { Document, Unit } from './unit.ts'

/** Reads a credencial with its keys and its outbox entry into the unit. @returns the references of its keys */
async function readCredencial(
  { credenciais, chaves, outbox }: Connection,
  unit: Unit,
  credencialid: string,
): Promise<DocumentReference[]> {
  const [keys, ...snapshots] = await Promise.all([
    getAll(chaves.where('credencialid', '==', credencialid)),
    within(ATTEMPT_MS, credenciais.doc(credencialid).get()),
    within(ATTEMPT_MS, outbox.doc(credencialid).get()),
  ])
  for (const snapshot of [...snapshots, ...keys]) unit.track(snapshot)
  return keys.map(({ ref }) => ref)
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

/** Replaces the guest's data and key, and makes the avip due. */
export function correctAct(
  connection: Connection,
  request: CorrectRequest,
  chaveId: string,
): Act<Correction> {
  const { credenciais, chaves, outbox } = connection
  const { credencialid, cadastro } = request
  const newRef = chaves.doc(chaveId)
  return async (unit) => {
    const [keys] = await Promise.all([
      readCredencial(connection, unit, credencialid),
      within(ATTEMPT_MS, newRef.get()).then((snapshot) => unit.track(snapshot)),
    ])
    return () => {
      const stored = unit.get(credenciais.doc(credencialid))
      if (!stored) return { kind: 'credencial-not-found' }
      const owner = unit.get(newRef)?.credencialid
      if (typeof owner === 'string' && owner !== credencialid)
        return { kind: 'already-taken', credencialid: owner }
      const kept: Document = keys.map((ref) => unit.get(ref)).find(Boolean) ?? { reservaid: null }
      for (const ref of keys) if (ref.path !== newRef.path) unit.delete(ref)
      unit.set(newRef, { ...kept, credencialid })
      const corrected = { ...stored, ...cadastro }
      unit.set(credenciais.doc(credencialid), corrected)
      makeDue(unit, outbox.doc(credencialid))
      return { kind: 'corrected', credencial: credencialFrom(credencialid, corrected) }
    }
  }
}

/** The reserva that paid for a guest. */
export function usadaOf({ reservas }: Connection, credencialid: string): Query {
  return reservas.where('credencialid', '==', credencialid).where('estado', '==', 'usada').limit(1)
}

/**
 * Erases the guest, and from the reserva that paid who claimed it. That reserva is looked for in the act: a company may
 * pay for the guest until then. When it is to be returned, it is released and the company gets its invitation back.
 */
export function removeAct(connection: Connection, credencialid: string, isReturned: boolean): Act<Removal> {
  const { credenciais, outbox } = connection
  let tried: Removal | null = null
  return async (unit) => {
    // The key first: a payment after this read makes the commit fail.
    const keys = await readCredencial(connection, unit, credencialid)
    const [found] = await getAll(usadaOf(connection, credencialid))
    if (found) unit.track(found)
    const allotment =
      found && isReturned ? await openAllotment(connection, unit, String(found.get('empresaid'))) : null
    return () => {
      const ref = credenciais.doc(credencialid)
      // Gone after a try of ours: that one was done, and its answer was lost.
      if (!unit.get(ref)) return tried ?? { kind: 'credencial-not-found' }
      unit.delete(ref)
      for (const key of keys) unit.delete(key)
      makeDue(unit, outbox.doc(credencialid))

      const usada = found && unit.get(found.ref)
      if (!found || usada?.estado !== 'usada') return (tried = { kind: 'removed', returned: null })
      const forgotten = { ...usada, origem: null, ritmo: null, sid: '' }
      unit.set(found.ref, forgotten)
      if (!allotment) return (tried = { kind: 'removed', returned: null })
      const { empresa } = allotment.read({ sid: '', origem: null, now: 0 })
      allotment.write(giveBack(empresa, [reservaFrom(found.id, forgotten)]))
      return (tried = { kind: 'removed', returned: empresa.empresaid })
    }
  }
}
