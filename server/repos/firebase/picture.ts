import type { DocumentReference, DocumentSnapshot, Query, QuerySnapshot } from 'firebase-admin/firestore'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'

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
