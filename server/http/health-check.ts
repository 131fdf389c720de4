import { routeOf } from '../route-table.ts'

/** Tells whether a path is the health check's, in any spelling that Remix accepts: each would be a check of storage. */
export function isHealthCheck(pathname: string): boolean {
  const spelled = decodeURIComponent(pathname).toLowerCase().replace(/\/+$/, '')
  return routeOf(spelled).queue === 'health'
}

/**
 * Shares an act among those who ask for it: one at a time, and its outcome, a failure too, for a while after it.
 * Gains: a write to storage for every health check but one a second.
 * @param now milliseconds of any clock that never goes back
 */
export function share<Outcome>(
  act: () => Promise<Outcome>,
  ms: number,
  now: () => number = () => performance.now(),
): () => Promise<Outcome> {
  let shared: { outcome: Promise<Outcome>; until: number } | null = null
  return () => {
    if (shared && now() < shared.until) return shared.outcome
    const mine = { outcome: act(), until: Infinity }
    const settled = () => void (mine.until = now() + ms)
    mine.outcome.then(settled, settled)
    shared = mine
    return mine.outcome
  }
}
