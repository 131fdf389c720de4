import { onTestFinished } from 'vitest'
import { openClient } from './client.ts'
import { writeCases } from './conformance.cases.ts'
import { batchCases } from './conformance-batch.cases.ts'
import { queryCases } from './conformance-query.cases.ts'
import { transactionCases } from './conformance-transaction.cases.ts'

/** What the fake Firestore and the official emulator both do. */
export const conformanceCases = [...writeCases, ...batchCases, ...queryCases, ...transactionCases]

let serial = 0
/** Runs on a new client and a new project. */
export async function withClient(
  host: string,
  run: (db: FirebaseFirestore.Firestore) => Promise<void>,
): Promise<void> {
  const { db, close } = openClient(host, `demo-${process.pid}-${++serial}`)
  onTestFinished(close)
  await run(db)
}
