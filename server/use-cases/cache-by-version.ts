import type { Storage } from '../domain/storage.ts'

/** How long a reading is good while nothing was stored: a hold may end by itself meanwhile. */
const FRESH_MS = 30_000

/** How long it is good where storage cannot tell cheaply whether anything was stored. */
const BLIND_MS = 5_000

/**
 * Keeps in this process what the board reads, while storage says that nothing was stored. Those that ask at once share
 * one reading; one that failed is not kept.
 * Gains: the guests are counted once in 30 s, or in 5 s where storage cannot tell, however many look at the board.
 */
export function cacheByVersion<Result>(
  read: () => Promise<Result>,
  { painel, now }: { painel: Pick<Storage['painel'], 'dataVersion'>; now: () => number },
): () => Promise<Result> {
  let kept: { version: string | null; until: number; result: Promise<Result> } | null = null
  return async () => {
    const version = await painel.dataVersion()
    const instant = now()
    if (kept?.version === version && instant < kept.until) return kept.result
    const result = read()
    const mine = { version, until: instant + (version === null ? BLIND_MS : FRESH_MS), result }
    kept = mine
    result.catch(() => {
      if (kept === mine) kept = null
    })
    return result
  }
}
