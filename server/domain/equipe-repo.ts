import type { Aparelho, Pairing } from './aparelho.ts'
import type { Autor } from './historico.ts'

/** An invitation to the team: a person, what they may do, and the code's hash and end. */
export type Invitation = Pick<Aparelho, 'aparelhoid' | 'nome' | 'papel'> & {
  codigo: string
  codigoate: number
}

/** The team's paired browsers. Every method rejects with StorageError. */
export interface EquipeRepo {
  /** Stores an aparelho that is not paired yet, and `convidou` in the history. */
  invite(invitation: Invitation, autor: Autor): Promise<Aparelho>

  /** By the keyed hash of its code, used ones included. */
  findByCodigo(codigo: string): Promise<Aparelho | null>

  /** By the keyed hash of its secret; null once it is revoked. Fresh in every process within 10 s. */
  findBySegredo(segredo: string): Promise<Aparelho | null>

  /**
   * By the keyed hash of the last secret that was closed, by a revocation or by another code. Fresh in every process
   * within 10 s.
   */
  findRevogado(segredo: string): Promise<Aparelho | null>

  /**
   * Pairs the browser that brings an open code (`stateOfCode`), in one transaction, with `pareou` in the history: of
   * two that bring it at once, one is paired. `autor.quem` is ignored: the aparelho itself is the author.
   */
  pair(codigo: string, segredo: string, autor: Autor): Promise<Pairing>

  /**
   * Ends an aparelho's secret and code, with `revogou` in the history. @returns false when there is none, or it was
   * revoked before
   */
  revoke(aparelhoid: string, autor: Autor): Promise<boolean>

  /**
   * Gives the aparelho of a person another code, revoked or not: what its secret opened is closed at once, and
   * `reconectou` stands in the history. @returns null when there is none
   */
  reconnect(aparelhoid: string, codigo: string, codigoate: number, autor: Autor): Promise<Aparelho | null>

  /** Notes that it asked for something. */
  see(aparelhoid: string, now: number): Promise<void>

  /** Notes that it asked, and how many admissions it says it has not sent. */
  notePendentes(aparelhoid: string, pendentes: number, now: number): Promise<void>

  /** All of them, by name as typed, then aparelhoid. */
  list(): Promise<Aparelho[]>
}
