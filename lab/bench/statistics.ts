/** A row's goal: for the ratio to the peer if there is one, otherwise for the figure itself. */
export interface Goal {
  kind: 'at-least' | 'at-most'
  value: number
}

/** The middle value, or the mean of the two middle ones. @throws Error when there are no values */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  if (upper === undefined || lower === undefined) throw new Error('no value has no median')
  return (lower + upper) / 2
}

/**
 * The value that `percent` of all values do not exceed (nearest rank).
 * @throws Error when there are no values
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).sort()
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
  if (value === undefined) throw new Error('no value has no percentile')
  return value
}

/**
 * Our figure divided by the peer's, round by round. The two sides of a round run right after each other, so
 * what disturbs the machine disturbs both. @throws Error when a round lacks a side, or a peer's figure is not
 * above zero
 */
export function ratios(ours: readonly number[], peer: readonly number[]): number[] {
  if (ours.length !== peer.length)
    throw new Error(`${ours.length} rounds of ours, ${peer.length} of the peer`)
  return ours.map((figure, round) => {
    const other = peer[round]
    if (other === undefined || !(other > 0)) throw new Error(`round ${round + 1}: the peer did nothing`)
    return figure / other
  })
}

/** Whether the median reaches the goal. */
export function isMet(values: readonly number[], { kind, value }: Goal): boolean {
  return kind === 'at-least' ? median(values) >= value : median(values) <= value
}
