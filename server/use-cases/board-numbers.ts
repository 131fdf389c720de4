import type { Numeros } from '../domain/painel-repo.ts'
import type { Storage } from '../domain/storage.ts'

/** How long the numbers are good while nothing was stored: a hold may end by itself meanwhile. */
const FRESH_MS = 30_000

/** How long they are good where storage cannot tell cheaply whether anything was stored. */
const BLIND_MS = 5_000

/** The numbers of the board. Boards that ask at once share one reading. @throws StorageError */
export type BoardNumbers = () => Promise<Numeros>

/** Makes the cache of a process. */
export function createBoardNumbers({
  painel,
  now,
}: Pick<Storage, 'painel'> & { now: () => number }): BoardNumbers {
  let cached: { mark: string | null; until: number; numeros: Promise<Numeros> } | null = null
  return async () => {
    const mark = await painel.mark()
    const instant = now()
    if (cached?.mark === mark && instant < cached.until) return cached.numeros
    const numeros = painel.count(instant)
    const mine = { mark, until: instant + (mark === null ? BLIND_MS : FRESH_MS), numeros }
    cached = mine
    numeros.catch(() => {
      if (cached === mine) cached = null
    })
    return numeros
  }
}
