import { Code, StatusError } from './status-error.ts'
import type { Store } from './store.ts'
import type { Transaction, Transactions } from './transactions.ts'
import type { Value, Write } from './wire.ts'
import { toTimestamp } from './value.ts'
import { planWrites } from './write.ts'

/**
 * All writes or none. A transaction ends here, well or not.
 * @throws StatusError ABORTED when what the transaction read has changed since, or the code of a failed precondition
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

/** How a write ended; without an update time when it left no document. */
export function toWriteResult(updateTime: number | null = null, transformResults: Value[] = []) {
  return { transformResults, ...(updateTime !== null && { updateTime: toTimestamp(updateTime) }) }
}
