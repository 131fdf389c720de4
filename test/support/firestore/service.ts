import { aggregate, project, runQuery } from './query.ts'
import { demandIndex, type CompositeIndex } from './indexes.ts'
import { Code, StatusError } from './status-error.ts'
import type { Documents, Store, StoredDocument } from './store.ts'
import type { Transaction, Transactions } from './transactions.ts'
import type { Aggregation, Request, StructuredQuery, Value, Write } from './wire.ts'
import { comparePaths, relativePath, toTimestamp } from './value.ts'
import { checkedPath, planWrites } from './write.ts'

export type Method = keyof ReturnType<typeof createService>

export interface Watch {
  /** The composite indexes; without it, every query is served. */
  indexes?: CompositeIndex[]
  /**
   * Gets the number of documents Firestore bills for a read: at least one, and a thousandth of what is only
   * counted.
   */
  onRead?: (documents: number) => void
}

/**
 * The methods of google.firestore.v1.Firestore that the admin SDK calls; each returns the messages of its
 * answer.
 */
export function createService(store: Store, transactions: Transactions, { indexes, onRead }: Watch = {}) {
  const now = () => toTimestamp(store.tick())

  /** What a read sees: the transaction it names or begins, or the current documents. */
  function lookIn({ transaction: id, newTransaction }: Request) {
    const begun = newTransaction ? transactions.begin() : null
    const transaction = begun ?? (id?.length ? transactions.find(id) : null)
    return { begun: begun ? [{ transaction: begun.id }] : [], transaction }
  }

  const read = (transaction: Transaction | null, path: string): StoredDocument | undefined => {
    const document = (transaction?.documents ?? store.documents).get(path)
    transaction?.checks.push((later) => later.get(path)?.updateTime === document?.updateTime)
    return document
  }

  const query = (
    transaction: Transaction | null,
    parent: string,
    structured: StructuredQuery,
    aggregations: Aggregation[] = [],
  ) => {
    if (indexes) demandIndex(structured, aggregations, indexes)
    const run = (documents: Documents) => runQuery(documents, parent, structured)
    const found = run(transaction?.documents ?? store.documents)
    onRead?.(Math.max(1, aggregations.length > 0 ? Math.ceil(found.length / 1_000) : found.length))
    const seen = versionsOf(found)
    transaction?.checks.push((later) => versionsOf(run(later)) === seen)
    return found
  }

  return {
    BatchGetDocuments(request: Request) {
      const { begun, transaction } = lookIn(request)
      onRead?.(request.documents?.length ?? 0)
      const answers = (request.documents ?? []).map((name) => {
        const document = read(transaction, checkedPath(name))
        const found = document && toDocument(document, name, request.mask?.fieldPaths)
        return { ...(found ? { found } : { missing: name }), readTime: now() }
      })
      return [...begun, ...answers]
    },
    RunQuery(request: Request) {
      const { parent = '', structuredQuery = {} } = request
      const { begun, transaction } = lookIn(request)
      const paths = structuredQuery.select?.fields?.map(({ fieldPath }) => fieldPath)
      const answers = query(transaction, parent, structuredQuery).map((document) => {
        return { document: toDocument(document, nameOf(parent, document.path), paths), readTime: now() }
      })
      return [...begun, ...answers, { readTime: now(), done: true }]
    },
    RunAggregationQuery(request: Request) {
      const { structuredQuery = {}, aggregations = [] } = request.structuredAggregationQuery ?? {}
      const { begun, transaction } = lookIn(request)
      const found = query(transaction, request.parent ?? '', structuredQuery, aggregations)
      return [...begun, { result: { aggregateFields: aggregate(found, aggregations) }, readTime: now() }]
    },
    BeginTransaction: () => [{ transaction: transactions.begin().id }],
    Rollback({ transaction }: Request) {
      if (transaction) transactions.end(transaction)
      return [{}]
    },
    Commit: ({ writes = [], transaction }: Request) => [
      commit(store, writes, transaction?.length ? transactions.find(transaction) : null, transactions),
    ],
    BatchWrite({ writes = [] }: Request) {
      const done = writes.map((write) => {
        try {
          return { result: commit(store, [write], null, transactions).writeResults[0], status: {} }
        } catch (error) {
          if (!(error instanceof StatusError)) throw error
          return { result: toWriteResult(), status: { code: error.code, message: error.message } }
        }
      })
      return [{ writeResults: done.map(({ result }) => result), status: done.map(({ status }) => status) }]
    },
    ListDocuments({ parent = '', collectionId = '', mask }: Request) {
      const found = runQuery(store.documents, parent, { from: [{ collectionId }] })
      const toAnswer = (d: StoredDocument) => toDocument(d, nameOf(parent, d.path), mask?.fieldPaths)
      return [{ documents: found.map(toAnswer) }]
    },
    ListCollectionIds({ parent = '' }: Request) {
      const path = relativePath(parent)
      const depth = path === '' ? 0 : path.split('/').length
      const below = [...store.documents.keys()].filter((key) => path === '' || key.startsWith(`${path}/`))
      const ids = below.map((key) => key.split('/')[depth] ?? '')
      return [{ collectionIds: [...new Set(ids)].sort(comparePaths) }]
    },
  }
}

const versionsOf = (found: StoredDocument[]) => found.map((d) => `${d.path} ${d.updateTime}`).join('\n')

/** The full name of a document of the database that a parent's name belongs to. */
const nameOf = (parent: string, path: string) =>
  `${parent.slice(0, parent.indexOf('/documents'))}/documents/${path}`

function toDocument({ fields, createTime, updateTime }: StoredDocument, name: string, paths: string[] = []) {
  const times = { createTime: toTimestamp(createTime), updateTime: toTimestamp(updateTime) }
  return { name, fields: project(fields, paths), ...times }
}

/**
 * Applies all writes or none. A transaction ends here, whether it succeeds or not.
 * @throws StatusError ABORTED when what the transaction read has changed since, or the code of a failed
 * precondition
 */
export function commit(store: Store, writes: Write[], transaction: Transaction | null, open: Transactions) {
  if (transaction) open.end(transaction.id)
  if (transaction?.checks.some((isUnchanged) => !isUnchanged(store.documents)))
    throw new StatusError(Code.ABORTED, 'Too much contention on these documents. Please try again.')
  const now = store.tick()
  const { changes, results } = planWrites(store.documents, writes, now)
  store.apply(changes)
  return {
    writeResults: results.map((result) => toWriteResult(result.updateTime, result.transformResults)),
    commitTime: toTimestamp(now),
  }
}

/** The result of a write; without an update time when it left no document. */
export function toWriteResult(updateTime: number | null = null, transformResults: Value[] = []) {
  return { transformResults, ...(updateTime !== null && { updateTime: toTimestamp(updateTime) }) }
}
