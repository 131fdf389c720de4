import type { Faixa } from './painel-repo.ts'

/**
 * How many instants lie in each stretch; stretches begin at multiples of `stepMs` of a clock `offsetMs` ahead of UTC.
 */
export function countIn(instants: number[], stepMs: number, offsetMs = 0): Faixa[] {
  const counts = new Map<number, number>()
  for (const at of instants) {
    const from = Math.floor((at + offsetMs) / stepMs) * stepMs - offsetMs
    counts.set(from, (counts.get(from) ?? 0) + 1)
  }
  return [...counts].map(([from, count]) => ({ from, count })).sort((a, b) => a.from - b.from)
}
