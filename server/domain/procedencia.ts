/** How long the hash of an address is stored with what came from it, in milliseconds (decision 0011). */
export const PROCEDENCIA_MS = 48 * 3_600_000

/**
 * A registration whose address is still known, from the reserva that pays for it or else from its natural
 * key's record. It names companies and addresses, and nothing about the guest.
 */
export interface Procedencia {
  credencialid: string
  origem: string
  /** The company whose invitation pays; null for the public form, and after a withdrawal. */
  empresaid: string | null
  /** When the invitation was claimed, or the guest registered, in milliseconds since the epoch. */
  criadaem: number
}

/** Registrations of one address at one company, or by the public form, in quick succession. */
export interface Rajada {
  origem: string
  empresaid: string | null
  /** The first and the last registration, in milliseconds since the epoch. */
  from: number
  to: number
  count: number
}

/** Registrations at one company in quick succession, a few from each of several addresses. */
export interface Spread extends Omit<Rajada, 'origem' | 'empresaid'> {
  empresaid: string
  origens: number
}

/** The longest pause within a burst, in milliseconds: waiting a minute does not hide one. */
const PAUSE_MS = 10 * 60_000

/** Finds bursts, oldest first. A secretary who registers a table makes one too; the names tell them apart. */
export function rajadasOf(procedencias: Procedencia[], atLeast: number): Rajada[] {
  const latest = new Map<string, Rajada>()
  const rajadas: Rajada[] = []
  for (const { origem, empresaid, criadaem } of [...procedencias].sort((a, b) => a.criadaem - b.criadaem)) {
    const key = JSON.stringify([origem, empresaid])
    const rajada = latest.get(key)
    if (rajada && criadaem - rajada.to <= PAUSE_MS) {
      rajada.to = criadaem
      rajada.count += 1
    } else {
      const begun = { origem, empresaid, from: criadaem, to: criadaem, count: 1 }
      latest.set(key, begun)
      rajadas.push(begun)
    }
  }
  return rajadas.filter(({ count }) => count >= atLeast)
}

/**
 * Companies with many registrations within minutes, made in small groups, oldest first; registrations of a
 * burst are left out. Somebody with many addresses makes a spread, and so does a link forwarded to two
 * hundred people, so a spread is shown but never undone as a whole (decision 0021).
 * @param atLeast how many registrations make a burst, and a spread
 */
export function spreadsOf(procedencias: Procedencia[], atLeast: number): Spread[] {
  const latest = new Map<string, Spread & { seen: Set<string> }>()
  const spreads: (Spread & { seen: Set<string> })[] = []
  for (const { origem, empresaid, from, to, count } of rajadasOf(procedencias, 1)) {
    if (empresaid === null || count >= atLeast) continue
    const spread = latest.get(empresaid)
    if (spread && from - spread.to <= PAUSE_MS) {
      spread.to = Math.max(spread.to, to)
      spread.count += count
      spread.origens = spread.seen.add(origem).size
    } else {
      const begun = { empresaid, from, to, count, origens: 1, seen: new Set([origem]) }
      latest.set(empresaid, begun)
      spreads.push(begun)
    }
  }
  return spreads
    .filter(({ count, origens }) => count >= atLeast && origens > 1)
    .map(({ empresaid, from, to, count, origens }) => ({ empresaid, from, to, count, origens }))
}
