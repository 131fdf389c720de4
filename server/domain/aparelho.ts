import type { Evento } from './evento.ts'
import { DAY_MS } from './quando.ts'

/** `organizacao` may do everything; `porta` reads the door's list and adds admissions. */
export type Papel = 'organizacao' | 'porta'

/** All of them, in the order they are offered in. */
export const PAPEIS: readonly Papel[] = ['porta', 'organizacao']

/** How long a code pairs a browser, in milliseconds. */
export const CODIGO_MS = 30 * 60_000

export type EventoDaEquipe = Pick<Evento, 'fim' | 'diasAteApagar'>

/**
 * When the pairings of a role end, in milliseconds since the epoch, as the event now stands: at the door three days after
 * its end, of the organisation 30 days after the erasure (decision 0037).
 */
export function pairingEndsAt(evento: EventoDaEquipe, papel: Papel): number {
  const days = papel === 'porta' ? 3 : evento.diasAteApagar + 30
  return Date.parse(evento.fim) + days * DAY_MS
}

/** Tells whether what a browser of a role was paired for is over. */
export function isPairingOver(
  { papel }: { papel: Papel },
  { config, now }: { config: { evento: EventoDaEquipe }; now: () => number },
): boolean {
  return now() >= pairingEndsAt(config.evento, papel)
}

/**
 * A place in the team: of a paired browser, or of an invitation to become one. Each browser that had it has a
 * `Pareamento` of its own.
 */
export interface Aparelho {
  aparelhoid: string
  /** The person's, as the organiser typed it. */
  nome: string
  papel: Papel
  /** Keyed hash of the one-use code; null once it was used or cancelled. */
  codigo: string | null
  /** From this instant on the code pairs nothing, in milliseconds since the epoch. */
  codigoate: number
  /** Keyed hash of the secret in the paired browser's cookie; null before it is paired and once it is revoked. */
  segredo: string | null
  pareadoem: number | null
  /** When it last asked for anything, to the minute. */
  vistoem: number | null
  revogadoem: number | null
}

export const UNPAIRED = {
  segredo: null,
  pareadoem: null,
  vistoem: null,
  revogadoem: null,
} satisfies Partial<Aparelho>

/** What revocation changes: the secret opens nothing any more. */
export function revokedAt(aparelho: Aparelho, now: number): Aparelho {
  return { ...aparelho, segredo: null, revogadoem: now }
}

/** What another code changes: what the secret opened is closed, and a browser may be paired again. */
export function reopenedBy(aparelho: Aparelho, codigo: string, codigoate: number): Aparelho {
  return { ...aparelho, segredo: null, codigo, codigoate, revogadoem: null }
}

/** What became of a code; anything but `paired` writes nothing. */
export type Pairing =
  | { kind: 'paired'; aparelho: Aparelho }
  | { kind: 'not-found' }
  | { kind: 'used' }
  | { kind: 'ended' }
  | { kind: 'revoked' }

/**
 * Decides what a code does. A code that is used stays stored until the next one, so that a second browser is told that
 * it was used.
 */
export function stateOfCode(
  aparelho: Aparelho | null,
  now: number,
): Exclude<Pairing['kind'], 'paired'> | 'open' {
  if (!aparelho) return 'not-found'
  if (aparelho.revogadoem !== null) return 'revoked'
  if (aparelho.segredo !== null) return 'used'
  return aparelho.codigoate <= now ? 'ended' : 'open'
}

export type EstadoDoAparelho = 'paired' | 'open' | 'ended' | 'revoked' | 'over'

/**
 * Tells whether a browser is paired, invited by a code that still pairs or no longer does, or revoked; `over` where it
 * would be one of these but for the end of its role.
 */
export function stateOfAparelho(
  aparelho: Aparelho,
  parts: Parameters<typeof isPairingOver>[1],
): EstadoDoAparelho {
  const state = stateOfCode(aparelho, parts.now())
  if (state !== 'revoked' && isPairingOver(aparelho, parts)) return 'over'
  return state === 'used' ? 'paired' : state === 'not-found' ? 'ended' : state
}

/** Tells whether nobody else of the organisation has a paired browser: without this one only commands invite. */
export function isLastOrganiser(aparelhos: Aparelho[], aparelhoid: string): boolean {
  const organisers = aparelhos.filter(({ papel, segredo }) => papel === 'organizacao' && segredo !== null)
  return organisers.length === 1 && organisers[0]?.aparelhoid === aparelhoid
}

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
