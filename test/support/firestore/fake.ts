import { createFaults, type Fault } from './faults.ts'
import { serve } from './grpc-server.ts'
import type { CompositeIndex } from './indexes.ts'
import { toFields, toPlain } from './plain.ts'
import { createService, type Method } from './service.ts'
import { createStore } from './store.ts'
import { createTransactions } from './transactions.ts'
import { comparePaths } from './value.ts'

/** A Firestore in this process behind a real gRPC port: one database for every project that asks. */
export interface FakeFirestore {
  /** `127.0.0.1:port`, as FIRESTORE_EMULATOR_HOST wants it. */
  host: string
  /** Makes the next calls of a method fail. Faults wait in line, oldest first. */
  failNext: (fault: Fault) => void
  /** How many calls of a method came since the start or the reset, failed ones included. */
  calls: (method: Method) => number
  /** How many documents Firestore would bill as read, since the start or the reset. */
  reads: () => number
  /** How many documents the largest answer of a query had, since the start or the reset. */
  largestQuery: () => number
  /** How many documents commits wrote, and how many the largest, since the start or the reset; failed ones included. */
  writes: () => number
  largestCommit: () => number
  /** The documents of a collection by their id, in the order of the ids; timestamps are dates. */
  documents: (collection: string) => Map<string, Record<string, unknown>>
  /** Replaces or adds a document behind everyone's back; open transactions that read it are refused. */
  put: (collection: string, id: string, document: Record<string, unknown>) => void
  remove: (collection: string, id: string) => void
  /** Forgets documents, transactions, faults and counts. */
  reset: () => void
  /** Cuts every connection and frees the port at once. */
  close: () => void
}

/**
 * Starts the fake. Its transactions are optimistic: a commit is ABORTED when a document or a query's result that the
 * transaction read has changed since. It has no locks to wait for, no history (`readTime` reads the present), no
 * listeners and no limits of size.
 * @param indexes the composite indexes there are; without it, every query is served
 */
export async function startFakeFirestore(indexes?: CompositeIndex[]): Promise<FakeFirestore> {
  const store = createStore()
  const transactions = createTransactions(store)
  const faults = createFaults()
  let reads = 0
  const service = createService(store, transactions, {
    ...(indexes && { indexes }),
    onRead: (documents) => (reads += documents),
  })
  const calls = new Map<Method, number>()
  let largestQuery = 0
  let writes = 0
  let largestCommit = 0
  const { host, close } = await serve(Object.keys(service) as Method[], (method, request) => {
    calls.set(method, (calls.get(method) ?? 0) + 1)
    const { length } = request.writes ?? []
    writes += length
    largestCommit = Math.max(largestCommit, length)
    return faults.run(method, () => {
      const answers = service[method](request)
      if (method === 'RunQuery') largestQuery = Math.max(largestQuery, answers.length - 1)
      return answers
    })
  })
  return {
    host,
    close,
    failNext: faults.add,
    calls: (method) => calls.get(method) ?? 0,
    reads: () => reads,
    largestQuery: () => largestQuery,
    writes: () => writes,
    largestCommit: () => largestCommit,
    documents(collection) {
      const below = [...store.documents.values()].filter(({ path }) => path.startsWith(`${collection}/`))
      const own = below.filter(({ path }) => !path.includes('/', collection.length + 1))
      return new Map(
        own
          .sort((a, b) => comparePaths(a.path, b.path))
          .map(({ path, fields }) => [path.slice(collection.length + 1), toPlain(fields)]),
      )
    },
    put(collection, id, document) {
      const path = `${collection}/${id}`
      const updateTime = store.tick()
      const createTime = store.documents.get(path)?.createTime ?? updateTime
      store.apply(new Map([[path, { path, fields: toFields(document), createTime, updateTime }]]))
    },
    remove: (collection, id) => store.apply(new Map([[`${collection}/${id}`, null]])),
    reset() {
      for (const part of [store, transactions, faults, calls]) part.clear()
      largestQuery = largestCommit = 0
      reads = writes = 0
    },
  }
}
