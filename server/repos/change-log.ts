/** What was found to have changed, each thing once, under the count of its last change. */
export interface ChangeLog {
  /** How many changes there were. */
  last(): number
  /**
   * Counts a change where a thing is not what it was.
   * @param text all there is to tell of it; null for a thing that is gone
   * @param at when that was found, in milliseconds since the epoch
   */
  note(id: string, text: string | null, at: number): void
  /** All that were ever noted, those that are gone among them. */
  ids(): Iterable<string>
  /** How many changes there had been with its last, and when that was found. */
  lastOf(id: string): { count: number; at: number }
}

/** A log of changes in this process, for storage that keeps none. */
export function createChangeLog(): ChangeLog {
  const noted = new Map<string, { text: string | null; count: number; at: number }>()
  let last = 0
  return {
    last: () => last,
    note(id, text, at) {
      if (noted.get(id)?.text !== text) noted.set(id, { text, count: ++last, at })
    },
    ids: () => noted.keys(),
    lastOf: (id) => noted.get(id) ?? { count: 0, at: 0 },
  }
}
