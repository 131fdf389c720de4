import type { Acts } from './acts.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'

/** Keys of one commit: Firestore takes 500 writes. */
const PAGE = 400

/**
 * Erases the recibos that count no more, page by page. A key that changed meanwhile is read again with its page: a guest
 * just paid for has a recibo that counts.
 * @returns how many were erased
 */
export async function forgetRecibos({ chaves }: Connection, acts: Acts, now: number): Promise<number> {
  let forgotten = 0
  for (;;) {
    const count = await acts.run('recibos', async (unit) => {
      const ended = await getAll(chaves.where('reciboate', '<=', now).limit(PAGE))
      for (const snapshot of ended) unit.track(snapshot)
      return () => {
        for (const { ref } of ended) unit.set(ref, { ...unit.get(ref), recibo: null, reciboate: null })
        return ended.length
      }
    })
    forgotten += count
    if (count < PAGE) return forgotten
  }
}
