import { isErasureDayAt, type Terms } from '../domain/terms.ts'
import type { Counts } from '../domain/transfer.ts'

/** Once a day is often enough for the log. */
const REMINDER_MS = 86_400_000

/** What {@link createErasureDue} asks and tells. */
export interface ErasureDueParts extends Pick<Terms, 'eraseAt'> {
  /** Asks storage; rejects with StorageError. */
  count: () => Promise<Pick<Counts, 'credenciais' | 'chaves'>>
  now: () => number
  log: { warn(fields: object, message: string): void }
}

/**
 * Knows whether the erasure that guests were promised is still to be done: counts guests in storage from that day on,
 * until none is left.
 */
export function createErasureDue({ eraseAt, count, now, log }: ErasureDueParts) {
  let isDone = false
  let remindedAt = -Infinity

  const isDue = async () => {
    if (isDone || !isErasureDayAt({ eraseAt }, now())) return false
    const { credenciais, chaves } = await count()
    // Registrations are over: an empty storage stays empty and need not be counted again.
    isDone = credenciais + chaves === 0
    return !isDone
  }

  return {
    /** Tells whether the day of erasure has come and guests are still stored. @throws StorageError */
    isDue,
    /** Says so in the log, once a day at most. @throws StorageError */
    remind: async () => {
      if (now() - remindedAt < REMINDER_MS) return
      if (!(await isDue())) return
      remindedAt = now()
      log.warn(
        { since: new Date(eraseAt).toISOString() },
        'expurgo is due: npm run expurgo -- --confirmar erases the guests',
      )
    },
  }
}
