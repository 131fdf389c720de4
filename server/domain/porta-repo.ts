import type { Entrada } from './entrada.ts'
import type { Passe } from './token.ts'

/** A guest, with all that the door's list is made of; a phone gets less (`use-cases/porta-list.ts`). */
export interface ConvidadoNaPorta {
  credencialid: string
  nome: string
  telefone: string
  /** The version of the link and the code. */
  versao: number
  /** Other links that open the guest (`outrosOf`). */
  outros: Passe[]
  /** The company that invited; null for the public form. Two may have one name, and one number; `numero` is empty for none. */
  mesa: { empresaid: string; nome: string; numero: string } | null
  /** Whether the guest withdrew, or was withdrawn by the table, and did not return. */
  isRetirado: boolean
  entradas: Entrada[]
}

/** What a phone has not heard of yet. */
export interface Alteracoes {
  /** The cursor to go on from. Opaque to the phone. */
  marca: string
  /** Whether more changed than is told: asked from `marca` on, the rest follows. */
  hasMore: boolean
  /** Whether these are all guests there are; else those that changed. */
  isInteira: boolean
  convidados: ConvidadoNaPorta[]
  /** Guests who are no longer stored. */
  removidos: string[]
  /** How old these are at most, in milliseconds (`PainelRepo.age`). */
  age: number
}

/**
 * What the door reads. Every act that stores, corrects, moves, re-links, withdraws, brings back, admits or removes a
 * guest leaves an `alteracao` in the same transaction: an id and its `marca`, one for each guest.
 */
export interface PortaRepo {
  /**
   * What changed after a cursor, perhaps in parts, or every guest where it is null or not one of this storage. A guest
   * who did not change may come again; none who did is left out, in whatever order transactions were committed.
   */
  since(marca: string | null): Promise<Alteracoes>
}

/** The cursor in a list of changes, as phones keep it: which storage counted, and how far it had. */
export function cursorOf(storageId: string, at: number): string {
  return `${storageId}.${at}`
}

/**
 * How far a storage had counted when it gave a cursor.
 * @param last how far it has counted now: one that had counted further was another, or this one before it was restored
 * @returns null for a cursor of another storage, or for none
 */
export function countedIn(marca: string | null, storageId: string, last: number): number | null {
  const [, of, digits] = /^([^.]+)\.(\d{1,15})$/.exec(marca ?? '') ?? []
  const at = Number(digits)
  return of === storageId && at <= last ? at : null
}
