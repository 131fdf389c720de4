import type { CollectionReference } from 'firebase-admin/firestore'
import { RAJADA_MS } from '../../domain/credencial.ts'
import { ATTEMPT_MS, within } from './deadline.ts'

/** Our ids. Other products' may begin like ours and be longer, as text or as numbers. */
const OURS = /^\d{13}$/
/** Ids read at once, and how many times: beyond their product, other products' ids leave none free. */
const PAGE = 20
const PAGES_MAX = 50

/** Hands out credencialids; create-only writes decide in the end. */
export function createIds(credenciais: CollectionReference) {
  const leased = new Set<number>()

  const findFree = async (now: number, count: number): Promise<number> => {
    if (count === 1 && !(await within(ATTEMPT_MS, credenciais.doc(String(now)).get())).exists) return now
    // Queries the field, not the document's name: its descending index exists by default.
    const taken = credenciais
      .where('credencialid', '>=', String(now))
      .where('credencialid', '<=', String(now + RAJADA_MS))
      .orderBy('credencialid', 'desc')
      .limit(PAGE)
    let page = taken
    for (let n = 0; n < PAGES_MAX; n++) {
      const { docs } = await within(ATTEMPT_MS, page.get())
      const ours = docs.map((document) => String(document.get('credencialid'))).find((id) => OURS.test(id))
      if (ours !== undefined) return Number(ours) + 1
      const last = docs.at(-1)
      if (!last) break
      page = taken.startAfter(last)
    }
    return now + 1
  }

  return {
    /** Reserves candidate ids for one registration while it is tried. */
    lease() {
      let mine: number[] = []
      const end = () => {
        for (const id of mine) leased.delete(id)
      }
      return {
        /**
         * The registration's own millisecond and those after it; after a conflict the ones after the last
         * taken. Guests of this process never try the same one.
         * @param now the registration's own millisecond
         */
        next: async (now: number, count: number) => {
          let first = mine.length === 0 ? now : await findFree(now, count)
          end()
          const from = (id: number) => Array.from({ length: count }, (_, n) => id + n)
          while (from(first).some((id) => leased.has(id))) first++
          mine = from(first)
          for (const id of mine) leased.add(id)
          return mine.map(String)
        },
        end,
      }
    },
  }
}
