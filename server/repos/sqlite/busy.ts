import { setTimeout } from 'node:timers/promises'

/** SQLite's result code when another connection holds the lock. */
const SQLITE_BUSY = 5
/** The low byte of an extended code is its primary one. */
const PRIMARY = 0xff

/** The error both bindings throw when SQLite itself fails. */
interface SqliteError extends Error {
  code: 'ERR_SQLITE_ERROR'
  /** The extended code, https://sqlite.org/rescode.html. The package's `all()` leaves it out. */
  errcode?: number
}

/** Distinguishes SQLite's own errors from bugs, such as a parameter that cannot be bound. */
export function isSqliteError(cause: unknown): cause is SqliteError {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_SQLITE_ERROR'
}

export function isBusyError(cause: unknown): boolean {
  return isSqliteError(cause) && ((cause.errcode ?? 0) & PRIMARY) === SQLITE_BUSY
}

const FULL = /ENOSPC|EDQUOT|EFBIG|no space left|disk is full|file too large/i

/** Whether the disk is full, by the message, which may be the system's, SQLite's, or a wrapper's. */
export const isFullError = (cause: unknown): cause is Error =>
  cause instanceof Error && FULL.test(cause.message)

const DAMAGE = /file is not a database|database disk image is malformed|malformed database schema/

/**
 * SQLite's words for a file it cannot read; null for any other error. Recognised by the message, which
 * wrapping errors repeat, because the package's `all()` leaves the code out.
 */
export function damageOf(cause: unknown): string | null {
  return cause instanceof Error ? (DAMAGE.exec(cause.message)?.[0] ?? null) : null
}

/** Makes the error for a lock that SQLite reports in a result, without throwing. */
export function busyError(message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode: SQLITE_BUSY })
}

/** How long a writer waits for another process's transaction before it gives up, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5000
/** How long it pauses between attempts, at most. */
const BUSY_POLL_MS = 20

/**
 * Waits for another process's lock without blocking this one: SQLite's own waiting would stop every request,
 * and a crowd would wait one after the other.
 */
export async function whenFree<Result>(act: () => Result): Promise<Result> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      return act()
    } catch (cause) {
      if (!isBusyError(cause) || performance.now() >= deadline) throw cause
    }
    await setTimeout(1 + Math.random() * BUSY_POLL_MS)
  }
}
