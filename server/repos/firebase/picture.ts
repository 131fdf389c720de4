import type {
  DocumentReference,
  DocumentSnapshot,
  Query,
  QueryDocumentSnapshot,
  QuerySnapshot,
} from 'firebase-admin/firestore'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'

/** How many documents are read at a time. */
export const PAGE = 300

/** The page of a collection, or of some of its documents, that follows the document of a name; the first page after null. */
export function pageAfter(
  collection: Query,
  name: string | null,
  ms = ATTEMPT_MS,
): Promise<QueryDocumentSnapshot[]> {
  const page = collection.orderBy('__name__').limit(PAGE)
  return getAll(name === null ? page : page.startAfter(name), ms)
}

/** The documents of a collection by name, page by page. @throws StorageError when a page does not come in time */
export async function* pagesOf(collection: Query): AsyncIterable<QueryDocumentSnapshot[]> {
  for (let name: string | null = null; ;) {
    const page = await pageAfter(collection, name, DEADLINE_MS)
    const last = page.at(-1)
    if (!last) return
    yield page
    name = last.id
  }
}

/** Every document of a collection by name, read page by page. */
export async function* documentsOf(collection: Query): AsyncIterable<QueryDocumentSnapshot> {
  for await (const page of pagesOf(collection)) yield* page
}

/** Everything as it is at one instant: what one query found and another did not, has not come between them. */
export interface Picture {
  query(query: Query): Promise<QuerySnapshot>
  documents(refs: DocumentReference[]): Promise<DocumentSnapshot[]>
  count(query: Query): Promise<number>
  /** The sum of a field, of the numbers in it alone. */
  sum(query: Query, field: string): Promise<number>
}

/** Reads, without a lock, from one picture. @throws StorageError */
export function readPicture<Result>(
  { db, sumOf }: Connection,
  read: (picture: Picture) => Promise<Result>,
): Promise<Result> {
  const work = db.runTransaction(
    (transaction) =>
      read({
        query: (query) => within(ATTEMPT_MS, transaction.get(query)),
        documents: (refs) => within(ATTEMPT_MS, transaction.getAll(...refs)),
        count: async (query) => (await within(ATTEMPT_MS, transaction.get(query.count()))).data().count,
        sum: async (query, field) =>
          (await within(ATTEMPT_MS, transaction.get(query.aggregate({ sum: sumOf(field) })))).data().sum,
      }),
    { readOnly: true },
  )
  return within(DEADLINE_MS, work)
}
