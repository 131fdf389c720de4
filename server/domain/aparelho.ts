/** `organizacao` may do everything; `porta` reads the door's list and adds admissions. */
export type Papel = 'organizacao' | 'porta'

/** How long a code pairs a browser, in milliseconds. */
export const CODIGO_MS = 30 * 60_000

/** How long after the end of the event a paired browser stays one, in milliseconds. */
export const PAREAMENTO_MS = 3 * 86_400_000

/** A paired browser of the team, or an invitation to become one. */
export interface Aparelho {
  aparelhoid: string
  /** The person's, as the organiser typed it. */
  nome: string
  papel: Papel
  /** Keyed hash of the one-use code; null once it was used or cancelled. */
  codigo: string | null
  /** From this instant on the code pairs nothing, in milliseconds since the epoch. */
  codigoate: number
  /** Keyed hash of the secret in the browser's cookie; null before it is paired and once it is revoked. */
  segredo: string | null
  pareadoem: number | null
  /** When it last asked for anything, to the minute. */
  vistoem: number | null
  revogadoem: number | null
}

/** What became of a code; anything but `paired` writes nothing. */
export type Pairing =
  | { kind: 'paired'; aparelho: Aparelho }
  | { kind: 'not-found' }
  /** A browser was paired with it before. */
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
