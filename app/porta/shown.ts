import type { Veredito } from '../../server/domain/veredito.ts'

/** A guest as the door shows them. */
export interface Convidado {
  credencialid: string
  /** Empty text for a guest who is no longer stored. */
  nome: string
  /** Empty text for a guest of no company. */
  mesa: string
  /** The number of the table; empty text for none. */
  numero: string
  finais: string
}

/** Where a guest is, as far as this phone has heard. */
export type Whereabouts =
  | { kind: 'outside' }
  /** When, in milliseconds since the epoch by the server's clock, and the name of the phone that admitted. */
  | { kind: 'inside'; entradaid: string; em: number; by: string }
  | { kind: 'cancelled' }

export interface Candidate {
  convidado: Convidado
  whereabouts: Whereabouts
}

/**
 * Whether what is read counts. In the others nobody enters, and nothing is kept: in a rehearsal, among invented guests,
 * and in the trial of the true list before the day of the event.
 */
export type World = 'real' | 'ensaio' | 'teste'

/** A guest who was read, or nobody the list knows, and what the volunteer is told. */
export interface Reading {
  kind: 'read'
  /** The admission's: stored already where {@link isAdmitted}, else what ENTROU MESMO ASSIM is going to store. */
  entradaid: string
  /** By the server's clock, in milliseconds since the epoch. */
  em: number
  veredito: Veredito
  /** The name of the phone that admitted before, where the verdict is `ja-entrou`. */
  by: string | null
  /** Null for somebody the list does not know. */
  convidado: Convidado | null
  /** What was scanned, heard or typed of somebody the list does not know. */
  anotado: string | null
  modo: 'camera' | 'codigo' | 'busca' | 'mesa'
  /** Whether the admission is stored for good on this phone; where nothing counts, whether it would be. */
  isAdmitted: boolean
  world: World
}

/** The phone cannot keep anything: storage full, forbidden by a private window, or gone. */
export interface NotStored {
  kind: 'not-stored'
  /** As a screen tells it. */
  reason: 'cheio' | 'negado' | 'perdido' | 'calado'
  /** Who was to be admitted, for a sheet of paper: names of guests, or what was typed. */
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

/** What comes of several guests admitted at once, in their order; all or none is stored. */
export type AdmitOutcome = { kind: 'admitted'; readings: Reading[] } | NotStored

export type AnnulOutcome =
  | { kind: 'annulled' }
  /** Later than two minutes: an organiser can. */
  | { kind: 'late' }
  /** Not made on this phone, or annulled before. */
  | { kind: 'not-from-here' }
  | NotStored

/** How the phone stands with the server. Instants in milliseconds since the epoch, by the server's clock. */
export type Connection =
  /** Nothing was tried yet since the page was opened. */
  | { kind: 'opening' }
  | { kind: 'connected' }
  /** `since`: the first failure after the last answer. */
  | { kind: 'offline'; since: number }
  | { kind: 'revoked'; revogadoem: number }
  /** No pairing: the team's cookie is missing or unknown. */
  | { kind: 'unpaired' }
  /** The server refuses what is sent, and says why. Nothing is lost. */
  | { kind: 'refused'; reason: string }

/** What the strip shows at all times. */
export interface PortaState {
  /** The server's time, as far as the phone knows it; a clock that was changed since does not move it. */
  now: number
  connection: Connection
  /** When the event begins, as the server told last; null where it has not: the page was made for one then. */
  inicio: string | null
  /** This phone's name, as the organiser typed it; empty text before the first answer. */
  nome: string
  porEnviar: number
  /** Whether they wait for an organiser to receive them: the server took as many as one phone may deliver. */
  isHeld: boolean
  /** How many of them were made after it was revoked, and the server does not take; 0 for a phone that was not. */
  madeAfterRevoked: number
  /** Whether the server's list is of a format this page does not know, as another build's is. The former is in use. */
  isOutdated: boolean
  /** Facts made on this phone since its list was loaded. */
  factsMade: number
  /** Null where there is no list. `de`: when it was renewed, by the server's clock; `convidados`: how many. */
  lista: { de: number; convidados: number } | null
  /** When the list was erased, 12 hours after the event or by a revocation; null where it was not. */
  apagadaem: number | null
  /** What the server's clock is ahead of this phone's, in milliseconds, where that is above two minutes; else null. */
  clockSkew: number | null
  world: World
  /** When a rehearsal or a trial ends by itself; null where what is read counts. */
  ate: number | null
  /** What is read counts before the day of the event, because the volunteer said that it is today. */
  isByHand: boolean
}
