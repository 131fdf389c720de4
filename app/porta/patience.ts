/** The longest and the shortest wait for an answer. */
const LONGEST_MILLISECONDS = 10_000
const SHORTEST_MILLISECONDS = 2_000
/** After the longest was too short: a whole list may come over a slow network, asked for or not. */
const SLOW_MILLISECONDS = 30_000

/** So many times what the last answer took, the next may take. */
const TIMES = 10

/** How long an answer is waited for: less where they have come quickly, so that one that is lost holds up little. */
export interface Patience {
  milliseconds(): number
  /** Notes how long a whole answer took. */
  answered(milliseconds: number): void
  /** None came while it was waited for: the network may have become a slow one. */
  gaveUp(): void
}

/** Begins patiently, and takes several quick answers in a row to become less so. */
export function openPatience(): Patience {
  let wait = LONGEST_MILLISECONDS
  return {
    milliseconds: () => wait,
    answered(milliseconds) {
      const wanted = Math.max(SHORTEST_MILLISECONDS, TIMES * milliseconds, wait / 2)
      wait = Math.min(LONGEST_MILLISECONDS, wanted)
    },
    gaveUp() {
      wait = wait < LONGEST_MILLISECONDS ? LONGEST_MILLISECONDS : SLOW_MILLISECONDS
    },
  }
}
