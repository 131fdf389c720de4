import { follow, startFollowing, type Followed } from './board-changes.ts'
import type { Board } from './board.ts'
import type { Connection } from './connection.ts'
import { DEADLINE_MS, within } from './deadline.ts'

/** How long the board is taken as it is. What another process wrote meanwhile may not be on it yet. */
const FRESH_MS = 5_000
/** How long a board is followed before all is read again, whatever happened. */
const LIFE_MS = 3_600_000
/** How long to wait before all is read again because something was missing. */
const MEND_MS = 30_000

/** The board in this process: read whole when first asked for, then followed. */
export interface BoardIndex {
  /** As of now for what this process wrote, of a few seconds ago for others. @throws StorageError */
  read: () => Promise<Board>
  /** As it was read last; null before that. */
  held: () => Board | null
  /** This process may have written something. */
  touch: () => void
}

export function createBoardIndex(connection: Connection): BoardIndex {
  let followed: Followed | null = null
  let readAt = 0
  let mendedAt = -Infinity
  /** When the last renewal began; none has since the last `touch` while it is stale. */
  let begunAt = -Infinity
  let isStale = true
  let running: Promise<Board> | null = null
  let next: Promise<Board> | null = null

  const readAll = async (now: number): Promise<boolean> => {
    followed = await startFollowing(connection)
    readAt = now
    return follow(connection, followed)
  }

  const renew = async (): Promise<Board> => {
    const now = performance.now()
    const isWhole =
      followed && now - readAt < LIFE_MS ? await follow(connection, followed) : await readAll(now)
    if (!isWhole && now - mendedAt > MEND_MS) {
      mendedAt = now
      await readAll(now)
    }
    if (!followed) throw new Error('[firebase] unreachable')
    return followed.board
  }

  const start = (): Promise<Board> => {
    isStale = false
    begunAt = performance.now()
    const work = renew().finally(() => (running = null))
    work.catch(() => (isStale = true))
    return (running = work)
  }

  /** Those who ask while a renewal runs that began before the last write share the one that follows it. */
  const startNext = (): Promise<Board> =>
    (next ??= (running ?? Promise.resolve()).then(
      () => ((next = null), start()),
      () => ((next = null), start()),
    ))

  return {
    held: () => followed?.board ?? null,
    touch: () => void (isStale = true),
    read: () => {
      if (running) return within(DEADLINE_MS, isStale ? startNext() : running)
      const isFresh = !isStale && performance.now() - begunAt < FRESH_MS
      return within(DEADLINE_MS, isFresh && followed ? Promise.resolve(followed.board) : start())
    },
  }
}
