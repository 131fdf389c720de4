import type { DocumentReference, DocumentSnapshot } from 'firebase-admin/firestore'
import { firstPlaceOf } from '../../domain/convite-pessoal.ts'
import type { Known } from '../../domain/register.ts'
import { chunksOf, getAll, usadaOf } from './allotment.ts'
import type { Connection } from './connection.ts'
import { DEADLINE_MS, within } from './deadline.ts'
import { chaveFrom, chaveIdOf, chaveOfId, recordOf } from './table.ts'
import type { Unit } from './unit.ts'

/**
 * Makes an avip due again, even one that was set aside. A drainer at work on it keeps its lease, and sees by
 * `versao` that the entry has changed.
 */
export function makeDue(unit: Unit, ref: DocumentReference): void {
  const { presoate = 0, versao = 0, recusado = null } = unit.get(ref) ?? {}
  const next = { presoate, versao: Number(versao) + 1 }
  unit.set(ref, recusado === null ? next : { ...next, presoate: 0, recusado: null })
}

/** Reads into the unit the personal invitations whose reservas ever named a guest. @returns their codes */
export async function trackConvitesOf(
  { convites, reservas }: Connection,
  unit: Unit,
  credencialid: string,
): Promise<string[]> {
  const paid = await getAll(reservas.where('credencialid', '==', credencialid))
  const codigos: string[] = []
  for (const some of chunksOf(paid)) {
    const reservaids = [...new Set(some.map(({ id }) => firstPlaceOf(id)))]
    for (const convite of await getAll(convites.where('reservaid', 'in', reservaids))) {
      unit.track(convite)
      codigos.push(convite.id)
    }
  }
  return codigos
}

/** Guests of one number that are checked: each costs two reads, and a shared number is nobody's own. */
const OF_ONE_NUMBER = 10

/** Reads guests with one of these numbers into the unit, and the reservas that pay for them. */
export async function trackOfTelefone(
  connection: Connection,
  unit: Unit,
  telefones: string[],
): Promise<void> {
  const found = await getAll(connection.credenciais.where('telefone', 'in', telefones).limit(OF_ONE_NUMBER))
  const usadas = await Promise.all(found.map(({ id }) => getAll(usadaOf(connection, id))))
  for (const snapshot of [...found, ...usadas.flat()]) unit.track(snapshot)
}

/** Documents read at a time. */
const AT_ONCE = 250

/** Finds guests by natural key, at one read for each key and two for each guest. */
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
  const convidados = new Map(
    (await readAll(ids.map((id) => credenciais.doc(id)))).map((one) => [one.id, one]),
  )
  const withdrawn = new Map(
    (await readAll(ids.map((id) => desistencias.doc(id)))).map((one) => [one.id, one]),
  )
  const known = new Map<string, Known>()
  for (const snapshot of stored) {
    const chave = chaveFrom(snapshot.data() ?? {})
    const convidado = convidados.get(chave.credencialid)?.data()
    const key = chaveOfId(snapshot.id)
    if (convidado) {
      const credencial = recordOf('credenciais', chave.credencialid, convidado)
      const stored = withdrawn.get(chave.credencialid)?.data()
      const desistencia =
        stored?.desfeitaem === null ? recordOf('desistencias', chave.credencialid, stored) : null
      known.set(key, { credencial, isPaid: snapshot.get('reservaid') !== null, desistencia, chave, key })
    }
  }
  return known
}
