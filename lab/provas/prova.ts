/** A goal for the built server, and its measurement. */
export interface Prova {
  /** The goal, in words. */
  goal: string
  /** Seconds after which it has failed, in full and shortened. */
  limitSeconds: { full: number; short: number }
  /** Measures; shortened, it does less of everything. Rejects when nothing can be measured. */
  run: (isShort: boolean) => Promise<Measured>
}

export interface Measured {
  /** The result, in words. */
  figure: string
  isReached: boolean
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Random numbers that a seed repeats: mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
