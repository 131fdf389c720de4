import type { ConvidadoNaLista } from '../../server/domain/porta-sync.ts'
import type { Veredito } from '../../server/domain/veredito.ts'

/** A guest as the door shows them: an empty `nome` if no longer stored, an empty `mesa` without a company. */
export type Convidado = Pick<ConvidadoNaLista, 'credencialid' | 'nome' | 'mesa' | 'numero' | 'finais'>

/** Where a guest is, as far as this phone knows. */
export type Whereabouts =
  | { kind: 'outside' }
  /**
   * `em`: milliseconds since the epoch, by the server's clock; `by`: the name of the phone that admitted the
   * guest.
   */
  | { kind: 'inside'; entradaid: string; em: number; by: string }
  | { kind: 'cancelled' }

export interface Candidate {
  convidado: Convidado
  whereabouts: Whereabouts
}

/**
 * Whether readings count. In the other worlds nobody enters and nothing is kept: in a rehearsal, with
 * invented guests, and in the trial of the real list before the day of the event.
 */
export type World = 'real' | 'ensaio' | 'teste'

/** A guest who was read, or someone the list does not know, and what the volunteer sees. */
export interface Reading {
  kind: 'read'
  /** The admission's id: stored already if {@link isAdmitted}, else the one Entrou mesmo assim will store. */
  entradaid: string
  /** Milliseconds since the epoch, by the server's clock. */
  em: number
  veredito: Veredito
  /** The name of the phone that admitted the guest before, if the verdict is `ja-entrou`. */
  by: string | null
  /** Null for someone the list does not know. */
  convidado: Convidado | null
  /** What was scanned, heard or typed about someone the list does not know. */
  anotado: string | null
  modo: 'camera' | 'codigo' | 'busca' | 'mesa'
  /** Whether the admission is stored for good on this phone; where nothing counts, whether it would be. */
  isAdmitted: boolean
  world: World
}

/** The phone cannot store anything: storage is full, blocked by a private window, or gone. */
export interface NotStored {
  kind: 'not-stored'
  /** The reason as a screen gives it. */
  reason: 'cheio' | 'negado' | 'perdido' | 'calado'
  /** Who was to be admitted, for a sheet of paper: guests' names, or what was typed. */
  nomes: string[]
}

export type ReadOutcome =
  | Reading
  /** The code that was just decided is still in front of the camera: nothing to say. */
  | { kind: 'same' }
  /** Several guests have this code: choose by name. */
  | { kind: 'several'; candidates: Candidate[] }
  | { kind: 'not-a-code' }
  /** No list was loaded yet, or it was erased. */
  | { kind: 'no-list' }
  | NotStored

/** The outcome of admitting several guests at once, in their order; either all or none are stored. */
export type AdmitOutcome = { kind: 'admitted'; readings: Reading[] } | NotStored

export type AnnulOutcome =
  | { kind: 'annulled' }
  /** More than two minutes have passed; an organiser can still do it. */
  | { kind: 'late' }
  /** Not made on this phone, or already annulled. */
  | { kind: 'not-from-here' }
  | NotStored

/**
 * The state of the connection to the server. Instants are milliseconds since the epoch, by the server's
 * clock.
 */
export type Connection =
  /** Nothing has been tried since the page was opened. */
  | { kind: 'opening' }
  | { kind: 'connected' }
  /** `since`: the first failure after the last answer. */
  | { kind: 'offline'; since: number }
  | { kind: 'revoked'; revogadoem: number }
  /** No pairing: the team's cookie is missing or unknown. */
  | { kind: 'unpaired' }
  /** The server refuses what is sent, and says why. Nothing is lost. */
  | { kind: 'refused'; reason: string }

/** What the strip always shows. */
export interface PortaState {
  /** The server's time, as far as the phone knows it. Changing the phone's clock does not move it. */
  now: number
  connection: Connection
  /**
   * When the event begins, as the server last reported it; null before its first report, when the page's own
   * applies.
   */
  inicio: string | null
  /** This phone's name, as the organiser typed it; empty text before the first answer. */
  nome: string
  porEnviar: number
  /**
   * Whether unsent facts wait for an organiser to accept them: the server has taken as many as one phone may
   * deliver.
   */
  isHeld: boolean
  /**
   * How many of them were made after the phone was revoked, which the server does not take; 0 if it was not
   * revoked.
   */
  madeAfterRevoked: number
  /**
   * Whether the server's list has a format this page does not know, as another build's may. The previous list
   * is in use.
   */
  isOutdated: boolean
  /** Facts made on this phone since its list was loaded. */
  factsMade: number
  /** Null without a list. `de`: when it was updated, by the server's clock; `convidados`: how many. */
  lista: { de: number; convidados: number } | null
  /** When the list was erased, 12 hours after the event or on a revocation; null if it was not. */
  apagadaem: number | null
  /** How far the server's clock is ahead of this phone's, in milliseconds, if over two minutes; else null. */
  clockSkew: number | null
  world: World
  /** When a rehearsal or a trial ends by itself; null if readings count. */
  ate: number | null
  /** Readings count before the day of the event, because the volunteer said that it is today. */
  isByHand: boolean
}
