import type { Aparelho, Pairing } from './aparelho.ts'
import type { Autor } from './historico.ts'
import type { Pareado, Pareamento } from './pareamento.ts'

/** An invitation to the team: a person, what they may do, and the code's hash and end. */
export type Invitation = Pick<Aparelho, 'aparelhoid' | 'nome' | 'papel'> & {
  codigo: string
  codigoate: number
}

/** What became of a revocation; nothing is written unless `revoked`. */
export type Revocation =
  | { kind: 'revoked' }
  /** There is none, or it was revoked before. */
  | { kind: 'not-found' }
  /** Nobody of the organisation would be left with a paired browser. */
  | { kind: 'last-organiser' }

/** The team's paired browsers. Every method rejects with StorageError. */
export interface EquipeRepo {
  /** Stores an aparelho that is not paired yet, and `convidou` in the history. */
  invite(invitation: Invitation, autor: Autor): Promise<Aparelho>

  /** By the keyed hash of its code, used ones included. */
  findByCodigo(codigo: string): Promise<Aparelho | null>

  /** By the keyed hash of its secret; null once it is revoked. Fresh in every process within 10 s. */
  findBySegredo(segredo: string): Promise<Aparelho | null>

  /**
   * By the keyed hash of a secret, whether its pairing holds or was closed, by a revocation or by another code. Fresh in
   * every process within 10 s.
   */
  findPareamento(segredo: string): Promise<Pareado | null>

  /**
   * Pairs the browser that brings an open code (`stateOfCode`), in one transaction, with `pareou` in the history: of
   * two that bring it at once, one is paired. `autor.quem` is ignored: the aparelho itself is the author.
   */
  pair(codigo: string, segredo: string, autor: Autor): Promise<Pairing>

  /**
   * Ends an aparelho's secret and code, with `revogou` in the history.
   * @param isLastKept refuses to revoke the last organiser who has a paired browser
   */
  revoke(aparelhoid: string, autor: Autor, isLastKept?: boolean): Promise<Revocation>

  /**
   * Gives the aparelho of a person another code, revoked or not: what its secret opened is closed at once, and
   * `reconectou` stands in the history. @returns null when there is none
   */
  reconnect(aparelhoid: string, codigo: string, codigoate: number, autor: Autor): Promise<Aparelho | null>

  /** Notes that it asked for something. */
  see(aparelhoid: string, now: number): Promise<void>

  /** Notes that the browser of a secret sent, and how many admissions it says it has not sent. */
  notePendentes(segredo: string, pendentes: number, now: number): Promise<void>

  /**
   * Lets the browser of a secret deliver what waits (`domain/pareamento.ts`), with `recebeu` in the history. @returns how
   * many that are; 0, and nothing is written, where nothing waits
   */
  receive(segredo: string, autor: Autor): Promise<number>

  /** All pairings there were, oldest first. */
  listPareamentos(): Promise<Pareamento[]>

  /** All of them, by name as typed, then aparelhoid. */
  list(): Promise<Aparelho[]>
}
