/** How long the hash of an address lies beside what came from it, in milliseconds (decision 0011). */
export const RASTRO_MS = 48 * 3_600_000

/**
 * A registration whose address is still known: from the reserva that pays for it, or else beside its natural key. It
 * names companies and addresses, and nothing about the guest.
 */
export interface Rastro {
  credencialid: string
  /** Keyed hash of the address. */
  origem: string
  /** The company whose invitation pays; null for the public form, and for who withdrew. */
  empresaid: string | null
  /** When the invitation was claimed, or the guest registered, in milliseconds since the epoch. */
  criadaem: number
}

/** Registrations of one address at one company, or by the public form, in quick succession. */
export interface Burst {
  origem: string
  empresaid: string | null
  /** Of the first and the last, in milliseconds since the epoch. */
  from: number
  to: number
  count: number
}

/** The longest pause within a burst, in milliseconds: waiting a minute does not hide one. */
const PAUSE_MS = 10 * 60_000

/**
 * Finds bursts, oldest first. A secretary who registers a table makes one too; the names tell which it is.
 * @param atLeast how many registrations make a burst
 */
export function burstsOf(rastros: Rastro[], atLeast: number): Burst[] {
  const latest = new Map<string, Burst>()
  const bursts: Burst[] = []
  for (const { origem, empresaid, criadaem } of [...rastros].sort((a, b) => a.criadaem - b.criadaem)) {
    const key = JSON.stringify([origem, empresaid])
    const burst = latest.get(key)
    if (burst && criadaem - burst.to <= PAUSE_MS) {
      burst.to = criadaem
      burst.count += 1
    } else {
      const begun = { origem, empresaid, from: criadaem, to: criadaem, count: 1 }
      latest.set(key, begun)
      bursts.push(begun)
    }
  }
  return bursts.filter(({ count }) => count >= atLeast)
}
