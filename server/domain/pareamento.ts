import type { Aparelho } from './aparelho.ts'
import type { Entrada } from './entrada.ts'

/** Facts one browser delivers at most: twice what a full hall of 5,000 guests makes at one door. */
export const ENTREGAS_MAX = 10_000

/**
 * Facts a browser delivers after its pairing was closed, beyond those it had told of: what was made since it was last
 * heard, and the batch whose answer was lost.
 */
export const ENTREGAS_DEPOIS = 300

/** How many more an organiser lets in at once. */
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
  /** How many facts of it are stored. */
  entregues: number
  /** How many of them are stored at most; an organiser may raise it. */
  limite: number
}

/** A browser of the team or one that was, and whose place it has or had. */
export interface Pareado {
  aparelho: Aparelho
  pareamento: Pareamento
}

/**
 * Puts a pairing and its place together. A server of an earlier version that is still up closes a place and knows of no
 * pairing: whose secret opens nothing has none that holds.
 */
export function pareadoOf(aparelho: Aparelho, pareamento: Pareamento): Pareado {
  const { segredo, fechadoem, enviouem, pareadoem } = pareamento
  if (fechadoem !== null || aparelho.segredo === segredo) return { aparelho, pareamento }
  return { aparelho, pareamento: closedAt(pareamento, aparelho.revogadoem ?? enviouem ?? pareadoem) }
}

/** The pairing of a browser that has delivered nothing yet. */
export function newPareamento(aparelhoid: string, segredo: string, pareadoem: number): Pareamento {
  return {
    ...{ segredo, aparelhoid, pareadoem, fechadoem: null, enviouem: null },
    ...{ pendentes: null, entregues: 0, limite: ENTREGAS_MAX },
  }
}

/** What closing changes: from here on it delivers what it told of, and {@link ENTREGAS_DEPOIS} more. */
export function closedAt(pareamento: Pareamento, now: number): Pareamento {
  const { limite, entregues, pendentes } = pareamento
  const left = (pendentes ?? 0) + ENTREGAS_DEPOIS
  return { ...pareamento, fechadoem: now, limite: Math.min(limite, entregues + left) }
}

/**
 * Decides what a browser delivers: every fact that is stored already, and new ones as long as there is room.
 * @param pareamento null for one that was erased meanwhile, which has none
 * @returns what is taken, and the pairing as it is afterwards
 */
export function takenOf(
  pareamento: Pareamento | null,
  entradas: Entrada[],
  isStored: (entradaid: string) => boolean,
): { taken: Entrada[]; after: Pareamento | null } {
  let room = pareamento ? pareamento.limite - pareamento.entregues : 0
  const before = room
  const taken = entradas.filter(({ entradaid }) => isStored(entradaid) || (room > 0 && room-- > 0))
  return { taken, after: pareamento && { ...pareamento, entregues: pareamento.entregues + before - room } }
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

/** Orders pairings, the oldest first. */
export function byPairing(a: Pareamento, b: Pareamento): number {
  return a.pareadoem - b.pareadoem || (a.segredo < b.segredo ? -1 : 1)
}
