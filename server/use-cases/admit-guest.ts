import { admissionsIn, instantOf } from '../domain/entrada.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

/** An admission asked for on the board. */
export interface AdmissionRequest {
  credencialid: string
  /** A UUID made with the page, so that a form sent twice is one admission. */
  entradaid: string
  /** The organiser was told that the guest is inside, and admits again. */
  isAgain: boolean
}

/** What became of it; nothing is written unless `admitted`. */
export type Admission =
  /** Now, or when the same form was sent before. */
  | { kind: 'admitted' }
  /** Milliseconds since the epoch of the first admission. */
  | { kind: 'already-inside'; since: number }
  | { kind: 'credencial-not-found' }
  /** Another guest's admission has this entradaid. */
  | { kind: 'entrada-taken' }

/**
 * Admits a guest by a click on the board, read by the server's own clock. Two organisers at once are two facts: nobody
 * is turned away, and the guest's page says so.
 * @throws StorageError
 */
export async function admitGuest(
  { credenciais, entradas }: Pick<Storage, 'credenciais' | 'entradas'>,
  { credencialid, entradaid, isAgain }: AdmissionRequest,
  autor: Autor,
): Promise<Admission> {
  const facts = await entradas.listOf(credencialid)
  if (facts.some((fact) => fact.entradaid === entradaid)) return { kind: 'admitted' }
  if (!(await credenciais.findById(credencialid))) return { kind: 'credencial-not-found' }
  const [first] = admissionsIn(facts)
  if (first && !isAgain) return { kind: 'already-inside', since: instantOf(first) }
  const { quem: aparelhoid, em } = autor
  const fact = { entradaid, credencialid, aparelhoid, seq: em, lidaem: em, desvio: 0, recebidaem: em }
  const added = await entradas.add([{ ...fact, modo: 'painel', anula: null, anotado: null }], autor)
  if (added > 0) return { kind: 'admitted' }
  const stored = await entradas.listOf(credencialid)
  return { kind: stored.some((one) => one.entradaid === entradaid) ? 'admitted' : 'entrada-taken' }
}
