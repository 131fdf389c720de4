import type { DocumentReference, DocumentSnapshot, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import type { Known } from '../../domain/register.ts'
import { chunksOf, getAll, usadaOf } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { desistenciaIn, trackDesistencia } from './desistencia-repo.ts'
import { chaveFrom, chaveIdOf, chaveOfId, recordOf } from './table.ts'
import type { Document, Unit } from './unit.ts'

/** A guest as one unit of work sees them, changes of earlier acts of the group included. */
export interface OpenConvidado {
  ref: DocumentReference
  /** What is decided by: the credencial, its key, and the reserva that pays. */
  refs(): DocumentReference[]
  /** The credencial; null when there is none. */
  read(): Document | null
  /** What lies beside the natural key; null for a guest without one. */
  key(): { ref: DocumentReference; document: Document } | null
  /** The reserva that pays. */
  usada(): { ref: DocumentReference; document: Document } | null
  /** Erases the credencial and its key, and makes its avip due; the reserva that pays stays. */
  erase(): void
}

/** Reads a guest into the unit. The key before the reserva that pays: a payment after it makes the commit fail. */
export async function openConvidado(
  connection: Connection,
  unit: Unit,
  credencialid: string,
): Promise<OpenConvidado> {
  const { credenciais, chaves, reservas, outbox } = connection
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
  const usada = () => {
    const found = unit
      .list(reservas)
      .find(({ document }) => document.credencialid === credencialid && document.estado === 'usada')
    return found ? { ref: reservas.doc(found.id), document: found.document } : null
  }
  return {
    ref,
    refs: () => [ref, ...[key(), usada()].flatMap((found) => found?.ref ?? [])],
    read: () => unit.get(ref),
    key,
    usada,
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

/**
 * Reads what holders and withdrawals keep of a guest into the unit.
 * @returns erases it: the withdrawal, and the labels of the personal invitations that ever paid for the guest, but of one
 */
export async function openBeside(
  connection: Connection,
  unit: Unit,
  convidado: OpenConvidado,
): Promise<(taken: string | null) => void> {
  const { convites, desistencias, reservas } = connection
  const ref = desistencias.doc(convidado.ref.id)
  const [paid] = await Promise.all([
    getAll(reservas.where('credencialid', '==', convidado.ref.id)),
    trackDesistencia(connection, unit, convidado.ref.id),
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

/** Guests of one number that are looked at: each costs two reads, and a number many share is no person's. */
const OF_ONE_NUMBER = 10

/** Reads guests of one of these numbers into the unit, and the reservas that pay for them. */
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
      credencial: recordOf('credenciais', credencialid, stored),
      isPaid: chave.reservaid !== null,
      desistencia: withdrawn?.desfeitaem === null ? withdrawn : null,
      chave: chaveFrom(chave),
      key: chaveOfId(key.id),
    }
  )
}
