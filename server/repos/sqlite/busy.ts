import { setTimeout } from 'node:timers/promises'
import { isBusyError } from './sqlite-error.ts'

/** How long a writer waits for another process's transaction before it gives up, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5000
/** How often it looks, at most. */
const BUSY_POLL_MS = 20

/**
 * Waits for another process's lock without holding up this one: SQLite's own waiting would stop every request, and a
 * crowd would wait one after the other.
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
