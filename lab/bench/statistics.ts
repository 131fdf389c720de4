/** What a row asks of its figure: of the ratio to the peer where there is one, else of the figure itself. */
export interface Goal {
  kind: 'at-least' | 'at-most'
  value: number
}

/** The middle value; of an even count, the mean of the two in the middle. @throws Error when there is none */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  if (upper === undefined || lower === undefined) throw new Error('no value has no median')
  return (lower + upper) / 2
}

/** The value that `percent` of all are not above (nearest rank). @throws Error when there is none */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).sort()
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
  if (value === undefined) throw new Error('no value has no percentile')
  return value
}

/**
 * Ours of the peer's, round by round: the two of a round ran one right after the other, so what disturbs the machine
 * disturbs both. @throws Error when a round lacks one side, or a peer's figure is not above zero
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
