import type { ConvidadoNaLista } from '../../server/domain/porta-sync.ts'

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

/** The phone cannot store anything: storage is full, blocked by a private window, or gone. */
export interface NotStored {
  kind: 'not-stored'
  /** The reason as a screen gives it. */
  reason: 'cheio' | 'negado' | 'perdido' | 'calado'
  /** Who was to be admitted, for a sheet of paper: guests' names, or what was typed. */
  nomes: string[]
}

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
