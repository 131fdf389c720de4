import type { FollowedPainel } from '../porta-repo.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import {
  type FollowUp,
  type Followed,
  asOfIn,
  follow,
  readAll,
  startFollowing,
  takeOwn,
} from './painel-changes.ts'
import type { Written } from './unit.ts'

/** How long the board is used without a renewal. Another process's writes meanwhile may not be on it yet. */
const FRESH_MS = 5_000
/** How long callers wait for a renewal before they get the last known board. */
const PATIENCE_MS = 1_500
/**
 * How long the first callers wait for the whole board: 20,000 guests take nine seconds of two cores, and a
 * proxy waits twenty.
 */
const FIRST_MS = 15_000
/** How long a board is followed before everything is read again, whatever happened. */
const LIFE_MS = 3_600_000
/** How long to wait before everything is read again because something was missing, or because that failed. */
const MEND_MS = 30_000

export type PainelIndex = ReturnType<typeof createPainelIndex>

/** The board in this process: read whole on first use, then followed. Its own writes are on it at once. */
export function createPainelIndex(connection: Connection) {
  let followed: Followed | null = null
  /** The board being read whole. */
  let next: Followed | null = null
  let readAt = -Infinity
  let triedAt = -Infinity
  let isLacking = false
  let isStopped = false
  /**
   * When the last renewal began. While `isStale` none has begun since the last `note`; while `isUnsure` none
   * since a `note` of unknown writes.
   */
  let begunAt = -Infinity
  let isStale = true
  let isUnsure = true
  let running: Promise<void> | null = null
  let queued: Promise<void> | null = null

  const readWhole = async (now: number): Promise<void> => {
    if (followed) triedAt = now
    try {
      next = await startFollowing(connection)
      await readAll(connection, next)
      followed = next
      readAt = now
      isLacking = false
    } finally {
      next = null
    }
  }

  const renew = async (): Promise<void> => {
    const now = performance.now()
    const mend = async () => {
      if (followed && now - triedAt <= MEND_MS) return
      // The previous board is shown, and followed, while reading everything again fails.
      await readWhole(now).catch((cause: unknown) => {
        if (!followed) throw cause
      })
      await followToEnd()
    }
    if (now - readAt >= LIFE_MS) await mend()
    else await followToEnd()
    if (isLacking) await mend()
  }

  const followToEnd = async () => {
    let found: FollowUp = 'more'
    // Counts with the first page only: if more pages follow, much has changed since the board was complete.
    for (let isFirst = true; followed && found === 'more' && !isStopped; isFirst = false)
      found = await follow(connection, followed, isFirst)
    if (found === 'lacking') isLacking = true
  }

  const start = (): Promise<void> => {
    isStale = isUnsure = false
    begunAt = performance.now()
    const work = renew().finally(() => {
      running = null
      // Anything read from now on is no older than what was written until now.
      followed?.own.clear()
    })
    work.catch(() => (isStale = isUnsure = true))
    return (running = work)
  }

  /** Callers during a renewal that began before the last write share the one that follows it. */
  const startNext = (): Promise<void> =>
    (queued ??= (running ?? Promise.resolve()).then(
      () => ((queued = null), start()),
      () => ((queued = null), start()),
    ))

  const known = (): FollowedPainel => {
    if (!followed) throw new Error('[firebase] unreachable')
    const asOf = asOfIn(followed)
    const { theirs, ours } = followed.readAt
    return {
      painel: followed.painel,
      asOf,
      upTo: followed.upTo,
      age: theirs - asOf + performance.now() - ours,
    }
  }

  /** @returns null if the board is fresh enough */
  const renewal = (isToBeRenewed: boolean): Promise<void> | null => {
    if (running) return isToBeRenewed && followed ? startNext() : running
    const isFresh = followed && !isToBeRenewed && performance.now() - begunAt < FRESH_MS
    return isFresh ? null : start()
  }

  /**
   * The board, current for this process's writes, a few seconds old at most for others'.
   * @throws StorageError when Firestore does not answer in time
   */
  const readNow = async () => {
    await within(followed ? DEADLINE_MS : FIRST_MS, renewal(isStale) ?? Promise.resolve())
    return known()
  }
  const readLast = async (isToBeRenewed: boolean, firstMs: number) => {
    const isFirst = followed === null
    const work = renewal(isToBeRenewed)
    if (isFirst) await within(firstMs, work ?? Promise.resolve())
    else if (work) await within(begunAt + PATIENCE_MS - performance.now(), work).catch(() => {})
    return known()
  }

  return {
    /**
     * At most a few seconds old, unless Firestore is slow or silent: then the last known board.
     * @throws StorageError before it was read for the first time
     */
    read: () => readLast(isStale, FIRST_MS),
    /** The same, but this process's own writes cause no renewal, as they are already on it. */
    // A phone's admissions have been stored before this read: both together stay below what a proxy waits.
    readLast: () => readLast(isUnsure, DEADLINE_MS),
    readNow,
    /** The board as last read; null before that. */
    held: () => followed?.painel ?? null,
    /** Reads no further page, and waits a while for the current one. */
    async stop() {
      isStopped = true
      await within(ATTEMPT_MS, running ?? Promise.resolve()).catch(() => {})
    },
    /** Many records are gone without a trace: everything is read again with the next renewal. */
    readAnew() {
      isStale = isLacking = true
      triedAt = -Infinity
    },
    /** Notes what this process has written; null if that is unknown. */
    note: (written: Written[] | null) => {
      isStale = true
      if (!written) isUnsure = true
      else for (const one of [followed, next]) if (one) takeOwn(one, written)
    },
  }
}
