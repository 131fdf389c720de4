import type { DocumentReference, DocumentSnapshot } from 'firebase-admin/firestore'
import type { Known } from '../../domain/register.ts'
import { chaveIdOf, chaveOfId } from './chave-id.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { chaveFrom, credencialFrom, desistenciaFrom } from './documents.ts'
import { desistenciaIn } from './desistencias.ts'
import type { Unit } from './unit.ts'

/** Documents read at a time. */
const AT_ONCE = 250

/** Guests by natural key: one read for each key, two for each guest. */
export async function findKnown(
  { db, chaves, credenciais, desistencias }: Connection,
  keys: string[],
): Promise<Map<string, Known>> {
  const readAll = async (refs: DocumentReference[]) => {
    const found: DocumentSnapshot[] = []
    for (let at = 0; at < refs.length; at += AT_ONCE)
      found.push(...(await within(DEADLINE_MS, db.getAll(...refs.slice(at, at + AT_ONCE)))))
    return found.filter(({ exists }) => exists)
  }
  const stored = await readAll([...new Set(keys)].map((key) => chaves.doc(chaveIdOf(key))))
  const ids = stored.map((key) => String(key.get('credencialid')))
  const guests = new Map((await readAll(ids.map((id) => credenciais.doc(id)))).map((one) => [one.id, one]))
  const withdrawn = new Map(
    (await readAll(ids.map((id) => desistencias.doc(id)))).map((one) => [one.id, one]),
  )
  const known = new Map<string, Known>()
  for (const snapshot of stored) {
    const chave = chaveFrom(snapshot.data() ?? {})
    const guest = guests.get(chave.credencialid)?.data()
    const key = chaveOfId(snapshot.id)
    if (guest) {
      const credencial = credencialFrom(chave.credencialid, guest)
      const stored = withdrawn.get(chave.credencialid)?.data()
      const desistencia = stored?.desfeitaem === null ? desistenciaFrom(chave.credencialid, stored) : null
      known.set(key, { credencial, isPaid: snapshot.get('reservaid') !== null, desistencia, chave, key })
    }
  }
  return known
}

/**
 * Reads what is stored under a natural key into the unit: the key, its credencial, and the guest's withdrawal.
 */
export async function trackKnown(connection: Connection, unit: Unit, key: DocumentReference): Promise<void> {
  const { db, credenciais, desistencias } = connection
  const chave = await within(ATTEMPT_MS, key.get())
  unit.track(chave)
  const credencialid: unknown = chave.get('credencialid')
  if (typeof credencialid !== 'string') return
  const refs = [credenciais.doc(credencialid), desistencias.doc(credencialid)]
  for (const snapshot of await within(ATTEMPT_MS, db.getAll(...refs))) unit.track(snapshot)
}

/** The guest stored under a natural key that the unit has read. */
export function knownIn(connection: Connection, unit: Unit, key: DocumentReference): Known | null {
  const chave = unit.get(key)
  const credencialid = String(chave?.credencialid)
  const stored = chave && unit.get(connection.credenciais.doc(credencialid))
  const withdrawn = chave && desistenciaIn(connection, unit, credencialid)
  return (
    stored && {
      credencial: credencialFrom(credencialid, stored),
      isPaid: chave.reservaid !== null,
      desistencia: withdrawn?.desfeitaem === null ? withdrawn : null,
      chave: chaveFrom(chave),
      key: chaveOfId(key.id),
    }
  )
}
