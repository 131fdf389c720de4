import type { Evento } from './evento.ts'
import { DAY_MS } from './quando.ts'

/** `organizacao` may do everything; `porta` reads the door's list and adds admissions. */
export type Papel = 'organizacao' | 'porta'

/** All roles, in the order the page offers them. */
export const PAPEIS: readonly Papel[] = ['porta', 'organizacao']

/** How long a code pairs a browser, in milliseconds. */
export const CODIGO_MS = 30 * 60_000

export type EventoDaEquipe = Pick<Evento, 'fim' | 'diasAteApagar'>

/**
 * When the pairings of a role end, in milliseconds since the epoch, by the event as described now: at the
 * door three days after its end, in the organisation 30 days after the erasure (decision 0037).
 */
export function pairingEndsAt(evento: EventoDaEquipe, papel: Papel): number {
  const days = papel === 'porta' ? 3 : evento.diasAteApagar + 30
  return Date.parse(evento.fim) + days * DAY_MS
}

/** Tells whether the time a browser was paired for is over, by its role. */
export function isPairingOver(
  { papel }: { papel: Papel },
  { config, now }: { config: { evento: EventoDaEquipe }; now: () => number },
): boolean {
  return now() >= pairingEndsAt(config.evento, papel)
}

/**
 * A place in the team: a paired browser, or an invitation to pair one. Each browser that ever had the place
 * has a `Pareamento` of its own.
 */
export interface Aparelho {
  aparelhoid: string
  /** The person's name, as the organiser typed it. */
  nome: string
  papel: Papel
  /** Keyed hash of the one-use code; null once it was used or cancelled. */
  codigo: string | null
  /** Milliseconds since the epoch; from this instant on the code pairs nothing. */
  codigoate: number
  /** Keyed hash of the secret in the paired browser's cookie; null before pairing and after revocation. */
  segredo: string | null
  pareadoem: number | null
  /** The last request, to the minute. */
  vistoem: number | null
  revogadoem: number | null
}

export const UNPAIRED = {
  segredo: null,
  pareadoem: null,
  vistoem: null,
  revogadoem: null,
} satisfies Partial<Aparelho>

/** The record after a revocation: the secret no longer opens anything. */
export function revokedAt(aparelho: Aparelho, now: number): Aparelho {
  return { ...aparelho, segredo: null, revogadoem: now }
}

/** The record with another code: what the secret opened is closed, and a browser may be paired again. */
export function reopenedBy(aparelho: Aparelho, codigo: string, codigoate: number): Aparelho {
  return { ...aparelho, segredo: null, codigo, codigoate, revogadoem: null }
}

/** What became of a code; anything but `paired` writes nothing. */
export type Pairing =
  | { kind: 'paired'; aparelho: Aparelho }
  | { kind: 'not-found' | 'used' | 'ended' | 'revoked' }

/**
 * Decides what a code does. A used code stays stored until the next one, so that a second browser can be told
 * that it was used.
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
 * Tells whether a browser is paired, invited by a code that still pairs or no longer does, or revoked. It is
 * `over` when the time of its role has ended.
 */
export function stateOfAparelho(
  aparelho: Aparelho,
  parts: Parameters<typeof isPairingOver>[1],
): EstadoDoAparelho {
  const state = stateOfCode(aparelho, parts.now())
  if (state !== 'revoked' && isPairingOver(aparelho, parts)) return 'over'
  return state === 'used' ? 'paired' : state === 'not-found' ? 'ended' : state
}

/** Tells whether this is the organisation's only paired browser: without it only a command can invite. */
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
  /** There is no such aparelho, or it was revoked before. */
  | { kind: 'not-found' }
  /** Nobody of the organisation would be left with a paired browser. */
  | { kind: 'last-organiser' }
