import type { Goal } from './statistics.ts'

/**
 * A row of the table before it is measured. `npm run bench -- NAME` runs the rows whose names contain NAME.
 */
export interface Row {
  name: string
  goal: Goal
  /** The unit of our figures and the peer's. */
  unit: string
  /** What we are compared with; null when the figure has no peer. */
  peer: string | null
}

/** The figures of a row's rounds, in order. `peer` is empty when the row has none. */
export interface Figures {
  ours: number[]
  peer: number[]
  /** What a reader needs to judge the figures: bytes, or anything else observed. */
  note: string
}

/** How much is done. All sides of a row get the same. */
export interface Effort {
  rounds: number
  /** How long each side is under load in a round. */
  seconds: number
  /** Requests sent before memory is read. */
  requests: number
}

/** Rows that come from the same rounds. */
export interface Measurement {
  rows: Row[]
  /**
   * @param directory empty, for the data of the started servers, on the same disk as the repository
   * @returns the figures of each row, in the order of `rows`
   * @throws Error when an answer is not the expected one: then nothing was measured
   */
  measure: (effort: Effort, directory: string) => Promise<Figures[]>
}

/** Runs all sides in turn, A B A B, so that none gets the machine's better minutes. */
export async function interleave<Result>(
  rounds: number,
  sides: (() => Promise<Result>)[],
): Promise<Result[][]> {
  const results: Result[][] = sides.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [side, run] of sides.entries()) results[side]?.push(await run())
  }
  return results
}
