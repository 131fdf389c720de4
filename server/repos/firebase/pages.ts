import type { CollectionReference, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { getAll } from './allotment.ts'

const PAGE = 300

/** The page of a collection that follows the document of a name; the first page after null. */
export function pageAfter(
  collection: CollectionReference,
  name: string | null,
): Promise<QueryDocumentSnapshot[]> {
  const page = collection.orderBy('__name__').limit(PAGE)
  return getAll(name === null ? page : page.startAfter(name))
}

/** The documents of a collection by name, page by page. @throws StorageError when a page does not come in time */
export async function* pagesOf(collection: CollectionReference): AsyncIterable<QueryDocumentSnapshot[]> {
  for (let name: string | null = null; ;) {
    const page = await pageAfter(collection, name)
    const last = page.at(-1)
    if (!last) return
    yield page
    name = last.id
  }
}

/** Every document of a collection by name, read page by page. */
export async function* documentsOf(collection: CollectionReference): AsyncIterable<QueryDocumentSnapshot> {
  for await (const page of pagesOf(collection)) yield* page
}
