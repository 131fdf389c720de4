import type { CollectionReference } from 'firebase-admin/firestore'
import { RAJADA_MS } from '../../domain/credencial.ts'
import { ATTEMPT_MS, within } from './deadline.ts'

/** Our ids. Other products' may begin like ours and be longer, as text or as numbers. */
const OURS = /^\d{13}$/
/** Ids read at once, and how many times: beyond their product, other products' ids leave none free. */
const PAGE = 20
const PAGES_MAX = 50

/** A candidate id reserved for one registration while it is tried. */
export interface IdLease {
  /**
   * The registration's own millisecond; after a conflict the one after the last taken. Guests of this process
   * never try the same one.
   * @param now the registration's own millisecond
   */
  next: (now: number) => Promise<string>
  end: () => void
}

/** Hands out credencialids; create-only writes decide in the end. */
export function createIds(credenciais: CollectionReference): { lease: () => IdLease } {
  const leased = new Set<number>()

  const findFree = async (now: number): Promise<number> => {
    if (!(await within(ATTEMPT_MS, credenciais.doc(String(now)).get())).exists) return now
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
    lease() {
      let mine: number | null = null
      const end = () => {
        if (mine !== null) leased.delete(mine)
      }
      return {
        async next(now) {
          let candidate = mine === null ? now : await findFree(now)
          end()
          while (leased.has(candidate)) candidate++
          mine = candidate
          leased.add(candidate)
          return String(candidate)
        },
        end,
      }
    },
  }
}
