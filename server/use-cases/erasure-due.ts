import { isErasureOwed, type PersonalData } from '../domain/personal-data.ts'
import { isErasureDayAt, type Terms } from '../domain/terms.ts'

/** Once a day is often enough for the log. */
const REMINDER_MS = 86_400_000

/**
 * How long nothing found is taken for nothing there, in milliseconds: `/saude` is asked every few seconds, and what
 * somebody types on the board after the erasure is found within the hour.
 */
const NOTHING_MS = 3_600_000

/** What {@link createErasureDue} asks and tells. */
export interface ErasureDueParts extends Pick<Terms, 'eraseAt'> {
  /** Asks storage; rejects with StorageError. */
  countPersonalData: () => Promise<PersonalData>
  now: () => number
  log: { warn(fields: object, message: string): void }
}

/**
 * Knows whether the erasure that guests were promised is still to be done: counts what is stored of persons from that
 * day on.
 */
export function createErasureDue({ eraseAt, countPersonalData, now, log }: ErasureDueParts) {
  let nothingUntil = -Infinity
  let remindedAt = -Infinity

  const isDue = async () => {
    if (now() < nothingUntil || !isErasureDayAt({ eraseAt }, now())) return false
    const isOwed = isErasureOwed(await countPersonalData())
    if (!isOwed) nothingUntil = now() + NOTHING_MS
    return isOwed
  }

  return {
    /** Tells whether the day of erasure has come and personal data is still stored. @throws StorageError */
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
