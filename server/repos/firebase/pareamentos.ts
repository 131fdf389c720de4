import type { DocumentSnapshot } from 'firebase-admin/firestore'
import type { Pareamento } from '../../domain/pareamento.ts'
import { getAll } from './allotment.ts'
import { chaveIdOf, chaveOfId } from './chave-id.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { pareamentoFrom, pareamentosIn } from './documents.ts'
import type { Unit } from './unit.ts'

/** Finds the aparelho that has a hash in a field. */
export async function findAparelho(
  { aparelhos }: Connection,
  field: 'codigo' | 'segredo' | 'segredorevogado',
  hash: string,
): Promise<DocumentSnapshot | null> {
  return (await getAll(aparelhos.where(field, '==', hash).limit(1)))[0] ?? null
}

/** Reads the pairing of a secret into a unit, and answers how it is there, as changed so far. */
export async function trackPareamento(
  connection: Connection,
  unit: Unit,
  segredo: string,
): Promise<() => Pareamento | null> {
  const ref = connection.pareamentos.doc(chaveIdOf(segredo))
  const snapshot = await within(ATTEMPT_MS, ref.get())
  unit.track(snapshot)
  const former = snapshot.exists ? null : await findFormer(connection, segredo)
  return () => {
    const stored = unit.get(ref)
    return stored ? pareamentoFrom(segredo, stored) : former
  }
}

/** The pairing of a secret; null for one there never was, or that was erased. */
export async function findPareamento(connection: Connection, segredo: string): Promise<Pareamento | null> {
  const snapshot = await within(ATTEMPT_MS, connection.pareamentos.doc(chaveIdOf(segredo)).get())
  const stored = snapshot.data()
  return stored ? pareamentoFrom(segredo, stored) : findFormer(connection, segredo)
}

/** One an earlier version stored with its aparelho alone. */
async function findFormer(connection: Connection, segredo: string): Promise<Pareamento | null> {
  for (const field of ['segredo', 'segredorevogado'] as const) {
    const found = await findAparelho(connection, field, segredo)
    if (found)
      return pareamentosIn(found.id, found.data() ?? {}).find((one) => one.segredo === segredo) ?? null
  }
  return null
}

/** All pairings, those an earlier version stored with their aparelho among them. */
export async function listPareamentos({ pareamentos, aparelhos }: Connection): Promise<Pareamento[]> {
  const [stored, places] = await Promise.all([getAll(pareamentos), getAll(aparelhos)])
  const all = new Map<string, Pareamento>()
  for (const found of stored) all.set(chaveOfId(found.id), pareamentoFrom(chaveOfId(found.id), found.data()))
  for (const place of places) {
    for (const former of pareamentosIn(place.id, place.data()))
      if (!all.has(former.segredo)) all.set(former.segredo, former)
  }
  return [...all.values()]
}

/** Puts a pairing into a unit that has read it. */
export function putPareamento({ pareamentos }: Connection, unit: Unit, pareamento: Pareamento): void {
  unit.set(pareamentos.doc(chaveIdOf(pareamento.segredo)), { ...pareamento })
}
