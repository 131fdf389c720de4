import { whenFree } from './busy.ts'
import type { Database } from './database.ts'

/** An act that waits for its transaction. */
interface Entry {
  /**
   * Does the act in a savepoint of its own.
   * @returns a function that answers the caller, once the transaction is committed
   */
  run: () => () => void
  reject: (cause: unknown) => void
}

interface Group {
  waiting: Entry[]
  isDraining: boolean
}

const groups = new WeakMap<Database, Group>()

/**
 * Wraps an act so that it shares an IMMEDIATE transaction with all others that arrive in the same turn of the
 * event loop. They run one after the other, each in a savepoint: an act that throws rolls back its own writes
 * only. Nobody is answered before the one commit. A commit waits for the disk and blocks the whole process,
 * so a crowd waits for it once.
 * Gains: 497 to 1,358 registrations a second on a slow disk instead of 194 to 285 (decision 0009).
 */
export function committedTogether<Args extends unknown[], Result>(
  db: Database,
  act: (...args: Args) => Result,
): (...args: Args) => Promise<Result> {
  const group = groupOf(db)
  return (...args) =>
    new Promise((resolve, reject) => {
      const run = () => {
        try {
          const result = db.inSavepoint(act, ...args)
          return () => resolve(result)
        } catch (cause) {
          // SQLite rolled back the whole transaction, as it does on a full disk.
          if (!db.isTransaction) throw cause
          return () => reject(cause instanceof Error ? cause : new Error(String(cause)))
        }
      }
      group.waiting.push({ run, reject })
      if (group.isDraining) return
      group.isDraining = true
      setImmediate(() => void drain(db, group))
    })
}

function groupOf(db: Database): Group {
  let group = groups.get(db)
  if (!group) groups.set(db, (group = { waiting: [], isDraining: false }))
  return group
}

async function drain(db: Database, group: Group): Promise<void> {
  let taken: Entry[] = []
  // Acts that arrive while another process holds the lock join in; if the commit finds it held, all rerun.
  const runWaiting = () => {
    taken.push(...group.waiting.splice(0))
    return taken.map(({ run }) => run())
  }
  while (group.waiting.length > 0) {
    taken = []
    try {
      for (const tell of await whenFree(() => db.immediately(runWaiting))) tell()
    } catch (cause) {
      const failed = taken.length > 0 ? taken : group.waiting.splice(0)
      for (const { reject } of failed) reject(cause)
    }
  }
  group.isDraining = false
}
