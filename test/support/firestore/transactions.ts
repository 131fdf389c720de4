import { Code, StatusError } from './status-error.ts'
import type { Documents, Store } from './store.ts'

/** An open transaction: what it sees, and what must still hold for it to commit. */
export interface Transaction {
  id: Buffer
  documents: Documents
  /** Each says whether a read would give the same answer on the documents at the time of the commit. */
  checks: ((now: Documents) => boolean)[]
}

/**
 * Optimistic transactions: they read one picture of the store, and their commit is refused when it has
 * changed.
 */
export type Transactions = ReturnType<typeof createTransactions>

export function createTransactions(store: Store) {
  const open = new Map<string, Transaction>()
  let serial = 0
  return {
    begin() {
      const transaction = { id: Buffer.from(`t${++serial}`), documents: store.snapshot(), checks: [] }
      open.set(transaction.id.toString(), transaction)
      return transaction
    },
    /** @throws StatusError when there is none, or it has ended */
    find(id: Buffer) {
      const transaction = open.get(id.toString())
      // The emulator's words. A commit repeated after a lost answer also ends here.
      if (!transaction) throw new StatusError(Code.INVALID_ARGUMENT, 'Transaction is invalid or closed.')
      return transaction
    },
    end: (id: Buffer) => void open.delete(id.toString()),
    clear: () => open.clear(),
  }
}
