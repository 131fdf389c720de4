import { admissionsIn } from '../domain/entrada.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

/** An admission to annul. */
export interface AnnulmentRequest {
  credencialid: string
  /** A UUID made with the page, so that a form sent twice is one annulment. */
  entradaid: string
  /** The admission's entradaid. */
  anula: string
}

/** What became of it; `annulled` when it no longer counts, by this act or an earlier one. */
export type Annulment = { kind: 'annulled' } | { kind: 'entrada-not-found' }

/** Appends the fact that an admission of the guest no longer counts; the admission stays. @throws StorageError */
export async function annulEntrada(
  { entradas }: Pick<Storage, 'entradas'>,
  { credencialid, entradaid, anula }: AnnulmentRequest,
  autor: Autor,
): Promise<Annulment> {
  const facts = await entradas.listOf(credencialid)
  const admission = facts.find((fact) => fact.entradaid === anula && fact.anula === null)
  if (!admission) return { kind: 'entrada-not-found' }
  if (!admissionsIn(facts).includes(admission)) return { kind: 'annulled' }
  const { quem: aparelhoid, em } = autor
  const fact = { entradaid, credencialid, aparelhoid, seq: em, lidaem: em, desvio: 0, recebidaem: em }
  await entradas.add([{ ...fact, modo: admission.modo, anula, anotado: null }], autor)
  return { kind: 'annulled' }
}
