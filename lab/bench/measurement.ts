import type { Goal } from './statistics.ts'

/** A row of the table before it is measured. `npm run bench -- NAME` runs the rows whose names contain NAME. */
export interface Row {
  name: string
  goal: Goal
  /** Of what: the unit of ours and of the peer's figures. */
  unit: string
  /** Whom we are compared with; null where the figure stands for itself. */
  peer: string | null
}

/** What the rounds of a row gave, in their order. `peer` is empty where the row has none. */
export interface Figures {
  ours: number[]
  peer: number[]
  /** What a reader must know to judge the figures: bytes, what else was seen. */
  note: string
}

/** How much is done. All sides of a row get the same. */
export interface Effort {
  rounds: number
  /** Of load, per side and round. */
  seconds: number
  /** Requests before memory is read. */
  requests: number
}

/** Rows that come out of the same rounds. */
export interface Measurement {
  rows: Row[]
  /**
   * @param directory empty, for the data of those that are started, on the disk the repository lies on
   * @returns the figures of each row, in the order of `rows`
   * @throws Error when an answer is not what it should be: then nothing was measured
   */
  measure: (effort: Effort, directory: string) => Promise<Figures[]>
}

/** Runs all sides in turn, A B A B, so that none of them gets the machine's better minutes. */
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
