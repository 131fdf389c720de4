import { StorageError } from '../../server/domain/errors.ts'
import { idOf, RECORDS, type Kind, type Records, type Stored } from '../../server/domain/records.ts'
import type { Storage } from '../../server/domain/storage.ts'
import type { Run } from '../../server/domain/tx.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import { recordsOf } from '../../server/repos/memory/records.ts'
import { createMemoryStore, type MemoryStore } from '../../server/repos/memory/store.ts'

export type { Kind, Stored, StoredEmpresa } from '../../server/domain/records.ts'

/** What a test writes to a memory storage and reads from it, without any act. */
export interface Store extends Pick<Records, 'get' | 'find'> {
  /** The records in the order in which they were first stored. */
  all: <K extends Kind>(kind: K) => Stored[K][]
  ids: (kind: Kind) => string[]
  count: (kind: Kind) => number
  /** Stores a record in place of the one with its id, even a guest. */
  put: <K extends Kind>(kind: K, record: Stored[K]) => void
  /** @throws when nothing is stored under the id */
  change: Records['change']
  remove: (kind: Kind, id: string) => void
  clear: (kind: Kind) => void
  /** A copy of everything, for a comparison later. */
  copy: () => object
  /** The storage itself; `run` is another way to run acts on it. */
  open: (run?: Run) => Storage
  /** The memory that the storage works on. */
  memory: MemoryStore
}

/** A new memory storage for each test. */
export function createStore(memory: MemoryStore = createMemoryStore()): Store {
  const records = recordsOf(memory)
  const all = <K extends Kind>(kind: K) => records.find(kind, {})
  return {
    get: records.get,
    find: records.find,
    all,
    ids: (kind) => all(kind).map((record) => idOf(kind, record)),
    count: (kind) => records.count(kind, {}),
    put(kind, record) {
      const id = idOf(kind, record)
      if (kind === 'credenciais' && records.get(kind, id)) records.change(kind, id, record)
      else records.put(kind, record)
    },
    change(kind, id, fields) {
      if (!records.get(kind, id)) throw new Error(`nothing is stored in ${kind} under ${id}`)
      records.change(kind, id, fields)
    },
    remove: (kind, id) => records.delete(kind, id),
    clear: (kind) => records.clear(kind),
    copy: () =>
      structuredClone(Object.fromEntries((Object.keys(RECORDS) as Kind[]).map((kind) => [kind, all(kind)]))),
    open: (run) => openMemory(memory, run),
    memory,
  }
}

type Repo = Exclude<keyof Storage, 'backups' | 'check' | 'close'>

/** A storage on the given store in which one repository acts differently. */
export const otherwise =
  <R extends Repo>(repo: R, change: (own: Storage[R]) => Partial<Storage[R]>) =>
  (store: Store): { storage: Storage } => {
    const memory = store.open()
    return { storage: { ...memory, [repo]: { ...memory[repo], ...change(memory[repo]) } } }
  }

/** Every answer of a repository whose database is away. */
export const down = (): Promise<never> => Promise.reject(new StorageError('[test] down'))
