import type { Allotment } from './reserva.ts'

// One address, one company (decision 0011).

/** Keyed hash of the client address; null switches the limits off. */
interface Address {
  origem: string | null
}

/** The window in which newly taken invitations are counted, in milliseconds. */
export const PACE_MS = 60_000

/**
 * How many invitations of one company one address may newly take within {@link PACE_MS}, by claims and
 * registrations together. Nobody types faster, and a stranger needs minutes to empty a company, long enough
 * to be noticed (decision 0011).
 */
export function maxTakenPerOrigem(icredencial: number): number {
  return Math.max(10, Math.ceil(icredencial * 0.2))
}

/**
 * How many invitations of one company one address may hold at once without registering anybody: at most half
 * of them, rounded up, so that the rest of the table finds some. A secretary registering her guests one after
 * the other holds one at a time (OWASP ASVS 2.4.1).
 */
export function maxHoldsPerOrigem(icredencial: number): number {
  return Math.min(maxTakenPerOrigem(icredencial), Math.ceil(icredencial / 2))
}

export function isPaceExceeded(
  { empresa, takenFromOrigem }: Pick<Allotment, 'empresa' | 'takenFromOrigem'>,
  { origem }: Address,
): boolean {
  return origem !== null && takenFromOrigem >= maxTakenPerOrigem(empresa.icredencial)
}

export function hasTooManyHolds(
  { empresa, heldFromOrigem }: Pick<Allotment, 'empresa' | 'heldFromOrigem'>,
  { origem }: Address,
): boolean {
  return origem !== null && heldFromOrigem >= maxHoldsPerOrigem(empresa.icredencial)
}
