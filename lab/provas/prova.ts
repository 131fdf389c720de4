/** A figure to be reached by the built server, and the measuring of it. */
export interface Prova {
  /** What is to be reached, in words. */
  goal: string
  /** Seconds after which it has failed, in full and shortened. */
  limitSeconds: { full: number; short: number }
  /** Measures. Shortened it does less of everything. Rejects when nothing can be measured. */
  run: (isShort: boolean) => Promise<Measured>
}

export interface Measured {
  /** What was measured, in words. */
  figure: string
  isReached: boolean
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
