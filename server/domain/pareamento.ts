import type { Aparelho, Invitation, Pairing, Revocation } from './aparelho.ts'
import { instantOf, type Delivery, type Entrada } from './entrada.ts'
import type { Autor } from './historico.ts'

/** The most facts one browser delivers: twice what a full hall of 5,000 guests makes at one door. */
export const ENTREGAS_MAX = 10_000

/**
 * Facts that a browser may deliver after its pairing was closed, beyond those it had announced: those made
 * since it last contacted the server, and the batch whose answer was lost.
 */
export const ENTREGAS_DEPOIS = 300

/**
 * Posts a minute from a browser whose pairing was closed. One that is in the team is not limited, not even by
 * the address a hall shares. 5,000 admissions take 50 full batches; a phone that has nothing left to send
 * asks every half minute.
 */
export const CLOSED_POSTS_PER_MINUTE = 60

/**
 * A phone of the door. One whose pairing was closed may still deliver the rest, and is identified by its
 * secret's hash.
 */
export type Phone = { kind: 'paired' } | { kind: 'closed'; segredo: string } | { kind: 'stranger' }

export const RECEBER_MAX = 5_000

/**
 * A browser that was paired, identified by its secret. It stays stored when the pairing is closed, by a
 * revocation or by another code, so that a phone can deliver what it admitted before, however often its place
 * was given away since.
 */
export interface Pareamento {
  /** Keyed hash of the secret in the browser's cookie. */
  segredo: string
  aparelhoid: string
  pareadoem: number
  /** When it was closed; null while the browser is in the team. */
  fechadoem: number | null
  /** When it last sent, to the minute; null if it never did. */
  enviouem: number | null
  /** How many unsent admissions it last reported; null if it never did. */
  pendentes: number | null
  entregues: number
  /** How many of them may be stored; an organiser may raise it. */
  limite: number
}

export interface Pareado {
  aparelho: Aparelho
  pareamento: Pareamento
}

export function nomesOf(
  ids: string[],
  find: (aparelhoid: string) => Aparelho | null | undefined,
): Map<string, string> {
  const found = ids.flatMap((id) => find(id) ?? [])
  return new Map(found.map(({ aparelhoid, nome }) => [aparelhoid, nome]))
}

export function newPareamento(aparelhoid: string, segredo: string, pareadoem: number): Pareamento {
  return {
    segredo,
    aparelhoid,
    pareadoem,
    fechadoem: null,
    enviouem: null,
    pendentes: null,
    entregues: 0,
    limite: ENTREGAS_MAX,
  }
}

/** The record after closing: it may deliver what it had announced, and {@link ENTREGAS_DEPOIS} more. */
export function closedAt(pareamento: Pareamento, now: number): Pareamento {
  const { limite, entregues, pendentes } = pareamento
  const left = (pendentes ?? 0) + ENTREGAS_DEPOIS
  return { ...pareamento, fechadoem: now, limite: Math.min(limite, entregues + left) }
}

/**
 * Decides what a browser delivers: every fact that is already stored, and new ones while there is room, but
 * no annulment it may not make.
 * @param pareamento null for one that was erased meanwhile, which has no room
 * @param stored those of its facts, and of the admissions they annul, that are stored
 */
export function decideDelivery(
  pareamento: Pareamento | null,
  entradas: Entrada[],
  stored: ReadonlyMap<string, Entrada>,
): { outcome: Delivery; taken: Entrada[]; after: Pareamento | null } {
  const allowed = withoutForeignAnnulments(entradas, stored)
  let room = pareamento ? pareamento.limite - pareamento.entregues : 0
  const before = room
  const taken = allowed.filter(({ entradaid }) => stored.has(entradaid) || (room > 0 && room-- > 0))
  const isAllowed = new Set(allowed.map(({ entradaid }) => entradaid))
  return {
    outcome: {
      guardadas: taken.map(({ entradaid }) => entradaid),
      recusadas: entradas.map(({ entradaid }) => entradaid).filter((id) => !isAllowed.has(id)),
      retidas: allowed.length - taken.length,
    },
    taken,
    after: pareamento && { ...pareamento, entregues: pareamento.entregues + before - room },
  }
}

/**
 * How long after an admission its own phone may annul it, in milliseconds; the extra time allows for a
 * corrected clock.
 */
const ANULA_MS = 2 * 60_000
const TOLERANCIA_MS = 10_000

/**
 * A phone may annul only its own admissions, within two minutes by its own clock. Storing any other annulment
 * would un-admit a guest, and later annulments are for an organiser. An accepted one gets the guest of its
 * admission, because the phone may not know that guest.
 */
function withoutForeignAnnulments(facts: Entrada[], stored: ReadonlyMap<string, Entrada>): Entrada[] {
  const sent = new Map(facts.map((fact) => [fact.entradaid, fact]))
  return facts.flatMap((fact) => {
    if (fact.anula === null) return [fact]
    // The stored admission decides: a batch may claim something else under the id of another phone's
    // admission.
    const entrada = stored.get(fact.anula) ?? sent.get(fact.anula)
    if (entrada?.aparelhoid !== fact.aparelhoid || entrada.anula !== null) return []
    if (!isSoonAfter(fact, entrada)) return []
    return [{ ...fact, credencialid: entrada.credencialid, anotado: null }]
  })
}

/** Compares by either clock, because the server may have replaced the instant of one of the two. */
function isSoonAfter(fact: Entrada, entrada: Entrada): boolean {
  const passed = [instantOf(fact) - instantOf(entrada), fact.lidaem - entrada.lidaem].map(Math.abs)
  return Math.min(...passed) <= ANULA_MS + TOLERANCIA_MS
}

/** Whether facts of the browser wait for an organiser, who must allow them before any is stored. */
export function isHeldBack({ pendentes, entregues, limite }: Pareamento): boolean {
  return entregues >= limite && (pendentes ?? 0) > 0
}

/** The record after an organiser accepts what waits: {@link RECEBER_MAX} more at most. */
export function raised(pareamento: Pareamento): Pareamento {
  const { entregues, pendentes } = pareamento
  return { ...pareamento, limite: entregues + Math.min(pendentes ?? 0, RECEBER_MAX) }
}

export function byPairing(a: Pareamento, b: Pareamento): number {
  return a.pareadoem - b.pareadoem || (a.segredo < b.segredo ? -1 : 1)
}

export interface EquipeRepo {
  /** Stores an aparelho that is not paired yet; the history gets `convidou`. */
  invite: (invitation: Invitation, autor: Autor) => Promise<Aparelho>

  /** Finds an aparelho by the keyed hash of its code, including used ones. */
  findByCodigo(codigo: string): Promise<Aparelho | null>

  /** Finds an aparelho by its secret's keyed hash; null once revoked. Current within 10 s in any process. */
  findBySegredo: (segredo: string) => Promise<Aparelho | null>

  /**
   * Finds a pairing by the keyed hash of its secret, whether it holds or was closed, by a revocation or by
   * another code. Current within 10 s in every process.
   */
  findPareamento: (segredo: string) => Promise<Pareado | null>

  /**
   * Pairs the browser that brings an open code (`stateOfCode`), in one transaction; the history gets
   * `pareou`. If two bring it at once, one is paired. `autor.quem` is ignored: the aparelho itself is the
   * author.
   */
  pair: (codigo: string, segredo: string, autor: Autor) => Promise<Pairing>

  /**
   * Ends an aparelho's secret and code; the history gets `revogou`.
   * @param isLastKept refuses to revoke the last organiser who has a paired browser
   */
  revoke: (aparelhoid: string, autor: Autor, isLastKept?: boolean) => Promise<Revocation>

  /**
   * Ends a browser's own secret and the code stored with it; the history gets `saiu`. The last organiser who
   * has a paired browser cannot leave. `autor.quem` is ignored: the aparelho itself is the author.
   */
  leave: (segredo: string, autor: Autor) => Promise<Revocation>

  /**
   * Gives a person's aparelho another code, revoked or not: what its secret opened is closed at once, and the
   * history gets `reconectou`.
   * @param isUnpaired only if no browser was paired by the previous code
   * @returns null when there is none, or the person asking is no longer in the team
   */
  reconnect: (
    aparelhoid: string,
    codigo: string,
    codigoate: number,
    autor: Autor,
    isUnpaired?: boolean,
  ) => Promise<Aparelho | null>

  see: (aparelhoid: string, now: number) => Promise<void>

  /** Notes that the browser with this secret sent, and how many unsent admissions it reports. */
  notePendentes: (segredo: string, pendentes: number, now: number) => Promise<void>

  /**
   * Lets the browser with this secret deliver what waits; the history gets `recebeu`.
   * @returns how many facts; 0, with nothing written, when none waits
   */
  receive: (segredo: string, autor: Autor) => Promise<number>

  /** @param aparelhoids returns only the pairings of these */
  listPareamentos(aparelhoids?: string[]): Promise<Pareamento[]>

  /** All of them, by name as typed, then aparelhoid. */
  list(): Promise<Aparelho[]>

  /** The names of these aparelhos, by aparelhoid, at most a minute old; ids without one are left out. */
  nomesOf(aparelhoids: string[]): Promise<Map<string, string>>
}
