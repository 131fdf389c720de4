import type { Aparelho, Invitation, Pairing, Revocation } from './aparelho.ts'
import { instantOf, type Delivery, type Entrada } from './entrada.ts'
import type { Autor } from './historico.ts'

/** Facts one browser delivers at most: twice what a full hall of 5,000 guests makes at one door. */
export const ENTREGAS_MAX = 10_000

/**
 * Facts a browser delivers after its pairing was closed, beyond those it had told of: what was made since it was last
 * heard, and the batch whose answer was lost.
 */
export const ENTREGAS_DEPOIS = 300

/**
 * Posts a minute of a browser whose pairing was closed; one that is of the team is not limited, nor is it by the address a
 * hall shares. Full batches of 5,000 admissions are 50; a phone that has nothing left asks every half minute.
 */
export const CLOSED_POSTS_PER_MINUTE = 60

/** A phone of the door; one whose pairing was closed hands in what is left, and is told apart by the hash of its secret. */
export type Phone = { kind: 'paired' } | { kind: 'closed'; segredo: string } | { kind: 'stranger' }

export const RECEBER_MAX = 5_000

/**
 * A browser that was paired, known by its secret. It stays when the pairing is closed, by a revocation or by another code,
 * so that a phone delivers what it admitted before, however often its place was given away since.
 */
export interface Pareamento {
  /** Keyed hash of the secret in the browser's cookie. */
  segredo: string
  aparelhoid: string
  pareadoem: number
  /** When it was closed; null while the browser is of the team. */
  fechadoem: number | null
  /** When it last sent, to the minute; null where it never did. */
  enviouem: number | null
  /** How many admissions it said it had not sent, when it last said so; null where it never did. */
  pendentes: number | null
  entregues: number
  /** How many of them are stored at most; an organiser may raise it. */
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

/** What closing changes: from here on it delivers what it told of, and {@link ENTREGAS_DEPOIS} more. */
export function closedAt(pareamento: Pareamento, now: number): Pareamento {
  const { limite, entregues, pendentes } = pareamento
  const left = (pendentes ?? 0) + ENTREGAS_DEPOIS
  return { ...pareamento, fechadoem: now, limite: Math.min(limite, entregues + left) }
}

/**
 * Decides what a browser delivers: every fact that is stored already, and new ones as long as there is room, but no
 * annulment it may not make.
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
 * How long after an admission its own phone may annul it, in milliseconds; the extra time allows for a corrected
 * clock.
 */
const ANULA_MS = 2 * 60_000
const TOLERANCIA_MS = 10_000

/**
 * A phone annuls its own admissions only, within two minutes by its own clock: any other annulment, stored, would
 * un-admit a guest, and later annulments are an organiser's. What is taken stands with the guest of its admission, whom
 * the phone may not have known.
 */
function withoutForeignAnnulments(facts: Entrada[], stored: ReadonlyMap<string, Entrada>): Entrada[] {
  const sent = new Map(facts.map((fact) => [fact.entradaid, fact]))
  return facts.flatMap((fact) => {
    if (fact.anula === null) return [fact]
    // What is stored counts: a batch may say something else under the id of another phone's admission.
    const entrada = stored.get(fact.anula) ?? sent.get(fact.anula)
    if (entrada?.aparelhoid !== fact.aparelhoid || entrada.anula !== null) return []
    if (!isSoonAfter(fact, entrada)) return []
    return [{ ...fact, credencialid: entrada.credencialid, anotado: null }]
  })
}

/** By either clock: the server may have replaced the instant of one of the two. */
function isSoonAfter(fact: Entrada, entrada: Entrada): boolean {
  const passed = [instantOf(fact) - instantOf(entrada), fact.lidaem - entrada.lidaem].map(Math.abs)
  return Math.min(...passed) <= ANULA_MS + TOLERANCIA_MS
}

/** Whether facts of the browser wait for an organiser: nothing of them is stored before. */
export function isHeldBack({ pendentes, entregues, limite }: Pareamento): boolean {
  return entregues >= limite && (pendentes ?? 0) > 0
}

/** What an organiser changes who takes what waits: {@link RECEBER_MAX} more at most. */
export function raised(pareamento: Pareamento): Pareamento {
  const { entregues, pendentes } = pareamento
  return { ...pareamento, limite: entregues + Math.min(pendentes ?? 0, RECEBER_MAX) }
}

export function byPairing(a: Pareamento, b: Pareamento): number {
  return a.pareadoem - b.pareadoem || (a.segredo < b.segredo ? -1 : 1)
}

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
   * Ends a secret and the code beside it for the browser that has it, with `saiu` in the history; the last organiser
   * who has a paired browser stays. `autor.quem` is ignored: the aparelho itself is the author.
   */
  leave(segredo: string, autor: Autor): Promise<Revocation>

  /**
   * Gives the aparelho of a person another code, revoked or not: what its secret opened is closed at once, and
   * the history gets `reconectou`.
   * @param isUnpaired only where no browser was paired by the code before
   * @returns null when there is none, or who asks is of the team no more
   */
  reconnect(
    aparelhoid: string,
    codigo: string,
    codigoate: number,
    autor: Autor,
    isUnpaired?: boolean,
  ): Promise<Aparelho | null>

  see(aparelhoid: string, now: number): Promise<void>

  /** Notes that the browser of a secret sent, and how many admissions it says it has not sent. */
  notePendentes(segredo: string, pendentes: number, now: number): Promise<void>

  /**
   * Lets the browser of a secret deliver what waits, with `recebeu` in the history. @returns how
   * many that are; 0, and nothing is written, where nothing waits
   */
  receive(segredo: string, autor: Autor): Promise<number>

  /** @param aparelhoids only the pairings of these */
  listPareamentos(aparelhoids?: string[]): Promise<Pareamento[]>

  /** All of them, by name as typed, then aparelhoid. */
  list(): Promise<Aparelho[]>

  /** The names of those of these ids there are, by aparelhoid: as of a minute ago at worst. */
  nomesOf(aparelhoids: string[]): Promise<Map<string, string>>
}
