import type { Entrada } from './entrada.ts'
import type { Passe } from './token.ts'

/** A guest with everything the door's list is made of; a phone gets less (`use-cases/porta-list.ts`). */
export interface ConvidadoNaPorta {
  credencialid: string
  nome: string
  telefone: string
  /** The versao of the link and the code. */
  versao: number
  /** Other links that open the guest (`outrosOf`). */
  outros: Passe[]
  /** The credencialid of the guest who brought them; null for none. */
  grupo: string | null
  /**
   * The company that invited; null for the public form. Names and numbers may repeat; `numero` may be empty.
   */
  mesa: { empresaid: string; nome: string; numero: string } | null
  /** Whether the guest withdrew, or was withdrawn by the table, and did not return. */
  isRetirado: boolean
  entradas: Entrada[]
}

/** The changes that a phone has not received yet. */
export interface Alteracoes {
  /** The cursor to continue from. Opaque to the phone. */
  marca: string
  /** Whether there are more changes than these: the next request, from `marca`, gets the rest. */
  hasMore: boolean
  /** Whether these are all guests, rather than only those that changed. */
  isInteira: boolean
  convidados: ConvidadoNaPorta[]
  /** Guests who are no longer stored. */
  removidos: string[]
  /** How old this is at most, in milliseconds (`PainelRepo.age`). */
  age: number
}

/**
 * What the door reads. Every act that stores, corrects, moves, re-links, withdraws, brings back, admits or
 * removes a guest leaves an `alteracao` in the same transaction: an id and its `marca`, one for each guest.
 */
export interface PortaRepo {
  /**
   * The changes after a cursor, perhaps in parts, or every guest if the cursor is null or from another
   * storage. A guest who did not change may come again, but none who did is left out, in whatever order
   * transactions were committed.
   */
  since(marca: string | null): Promise<Alteracoes>
}

/** The cursor in a list of changes, as phones keep it: which storage counted, and how far it had counted. */
export function cursorOf(storageId: string, at: number): string {
  return `${storageId}.${at}`
}

/**
 * How far a storage had counted when it gave a cursor.
 * @param last how far it has counted now; a cursor beyond that is from another storage, or from before this
 * one was restored
 * @returns null for a cursor of another storage, or for none
 */
export function countedIn(marca: string | null, storageId: string, last: number): number | null {
  const [, of, digits] = /^([^.]+)\.(\d{1,15})$/.exec(marca ?? '') ?? []
  const at = Number(digits)
  return of === storageId && at <= last ? at : null
}
