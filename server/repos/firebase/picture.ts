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

/** The most read at a time where there is much: reading it blocks other work for a few tenths of a second. */
export const PAGE_MAX = 3_000

/** The size of the page after a successful one: where there is much to read, larger pages are fewer calls. */
export const larger = (size: number) => Math.min(PAGE_MAX, size * 4)

/** The size to request after a page that did not come. */
export const smaller = (size: number) => Math.max(PAGE, Math.floor(size / 4))

/** The page of a collection, or some of its documents, after a document's name; the first page after null. */
export function pageAfter(
  collection: Query,
  name: string | null,
  { size = PAGE, ms = ATTEMPT_MS }: { size?: number; ms?: number } = {},
): Promise<QueryDocumentSnapshot[]> {
  const page = collection.orderBy('__name__').limit(size)
  return getAll(name === null ? page : page.startAfter(name), ms)
}

/** The documents of a collection by name, page by page. @throws StorageError when a page is late */
export async function* pagesOf(collection: Query): AsyncIterable<QueryDocumentSnapshot[]> {
  for (let name: string | null = null; ;) {
    const page = await pageAfter(collection, name, { ms: DEADLINE_MS })
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

/** Everything as it is at one instant: nothing changes between two of its queries. */
export interface Picture {
  query(query: Query): Promise<QuerySnapshot>
  documents(refs: DocumentReference[]): Promise<DocumentSnapshot[]>
  count(query: Query): Promise<number>
  /** The sum of a field, counting numbers only. */
  sum(query: Query, field: string): Promise<number>
}

/** Reads from one picture, without a lock. @param ms how long each answer may take @throws StorageError */
export function readPicture<Result>(
  { db, sumOf }: Connection,
  ms: number,
  read: (picture: Picture) => Promise<Result>,
): Promise<Result> {
  const work = db.runTransaction(
    (transaction) =>
      read({
        query: (query) => within(ms, transaction.get(query)),
        documents: (refs) => within(ms, transaction.getAll(...refs)),
        count: async (query) => (await within(ms, transaction.get(query.count()))).data().count,
        sum: async (query, field) =>
          (await within(ms, transaction.get(query.aggregate({ sum: sumOf(field) })))).data().sum,
      }),
    { readOnly: true },
  )
  return within(3 * ms, work)
}
