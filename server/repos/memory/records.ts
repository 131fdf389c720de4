import { StorageError } from '../../domain/errors.ts'
import {
  idOf,
  RECORDS,
  testOf,
  type Kind,
  type Records,
  type Stored,
  type Where,
} from '../../domain/records.ts'
import type { MemoryStore } from './store.ts'

/** The verbs of storage, in memory: a map for each kind. */
export function recordsOf(store: MemoryStore): Records {
  const mapOf = <K extends Kind>(kind: K) => store[kind] as unknown as Map<string, Stored[K]>
  const find = <K extends Kind>(kind: K, where: Where<Stored[K]>, limit = Infinity) => {
    const found: Stored[K][] = []
    const test = testOf(where)
    for (const record of mapOf(kind).values()) {
      if (found.length >= limit) break
      if (test(record)) found.push(record)
    }
    return found
  }
  const get = <K extends Kind>(kind: K, id: string) => mapOf(kind).get(id) ?? null
  return {
    get,
    hold: get,
    find,
    ids: (kind, where, limit) => find(kind, where, limit).map((record) => idOf(kind, record)),
    count: (kind, where) => find(kind, where).length,
    page(kind, after, size = Infinity) {
      const ids = [...mapOf(kind).keys()].sort().filter((id) => after === null || id > after)
      const page = ids.slice(0, size)
      const next = page.length < ids.length ? (page.at(-1) ?? null) : null
      return { records: page.flatMap((id) => get(kind, id) ?? []), next }
    },
    put(kind, record) {
      const id = idOf(kind, record)
      if (kind === 'credenciais' && get(kind, id))
        throw new StorageError('[memory] the credencialid is taken')
      // A kind with more than plain fields is replaced whole.
      const former = RECORDS[kind].empty === null ? null : get(kind, id)
      mapOf(kind).set(id, { ...former, ...record })
    },
    change(kind, id, fields) {
      const known = get(kind, id)
      if (known) mapOf(kind).set(id, { ...known, ...fields })
    },
    delete: (kind, id) => void mapOf(kind).delete(id),
    clear: (kind) => mapOf(kind).clear(),
    freeId(now) {
      let id = now
      while (store.credenciais.has(String(id))) id++
      return String(id)
    },
  }
}
