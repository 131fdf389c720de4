import type { CollectionReference, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { getAll } from './allotment.ts'

const PAGE = 300

/** Every document of a collection by name, read page by page. @throws StorageError when a page does not come in time */
export async function* pagesOf(collection: CollectionReference): AsyncIterable<QueryDocumentSnapshot> {
  let page = await getAll(collection.orderBy('__name__').limit(PAGE))
  while (page.length > 0) {
    yield* page
    page = await getAll(collection.orderBy('__name__').startAfter(page.at(-1)?.id).limit(PAGE))
  }
}
