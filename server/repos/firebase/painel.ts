import type { Painel } from '../painel.ts'
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

/** How long the board is taken as it is. What another process wrote meanwhile may not be on it yet. */
const FRESH_MS = 5_000
/** How long those who ask wait for a renewal, before they are told what was known last. */
const PATIENCE_MS = 1_500
/** How long those who ask first wait for all of it: 20,000 guests take nine seconds of two cores, and a proxy waits twenty. */
const FIRST_MS = 15_000
/** How long a board is followed before all is read again, whatever happened. */
const LIFE_MS = 3_600_000
/** How long to wait before all is read again because something was missing, or because that failed. */
const MEND_MS = 30_000

/** The board as this process knows it. */
export interface Known {
  painel: Painel
  /** What was committed before is on it, but for what is seen late: milliseconds since the epoch by the clock of Firestore. */
  asOf: number
  /** Nothing committed later is on it. */
  upTo: number
  /** How long ago that was, in milliseconds; what this process wrote itself is on it at once. */
  age: number
}

/** The board in this process: read whole when first asked for, then followed. */
export interface PainelIndex {
  /**
   * As of a few seconds ago at most, unless Firestore is slow or silent: then as it was known last.
   * @throws StorageError before it was read for the first time
   */
  read: () => Promise<Known>
  /** The same, and content with what this process wrote itself: no renewal because of it. */
  readLast: () => Promise<Known>
  /** As of now for what this process wrote, of a few seconds ago for others. @throws StorageError when Firestore does not tell in time */
  readNow: () => Promise<Known>
  /** As it was read last; null before that. */
  held: () => Painel | null
  /** This process has written something; null where nobody knows what. */
  note: (written: Written[] | null) => void
  /** Much is gone that leaves no trace: all is read again with the next renewal. */
  readAnew: () => void
  /** Reads no further page, and waits a while for the one that is being read. */
  stop: () => Promise<void>
}

export function createPainelIndex(connection: Connection): PainelIndex {
  let followed: Followed | null = null
  /** One that is being read whole. */
  let next: Followed | null = null
  let readAt = -Infinity
  let triedAt = -Infinity
  let isLacking = false
  let isStopped = false
  /** When the last renewal began; none has since the last `note` while it is stale, or since one of nobody knows what. */
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
      // What was known before is shown, and followed, while reading all of it again fails.
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
    // Counted with the first page alone: where more follow, much has changed since the board was whole.
    for (let isFirst = true; followed && found === 'more' && !isStopped; isFirst = false)
      found = await follow(connection, followed, isFirst)
    if (found === 'lacking') isLacking = true
  }

  const start = (): Promise<void> => {
    isStale = isUnsure = false
    begunAt = performance.now()
    const work = renew().finally(() => {
      running = null
      // Whatever is read from now on is not older than what was written until now.
      followed?.own.clear()
    })
    work.catch(() => (isStale = isUnsure = true))
    return (running = work)
  }

  /** Those who ask while a renewal runs that began before the last write share the one that follows it. */
  const startNext = (): Promise<void> =>
    (queued ??= (running ?? Promise.resolve()).then(
      () => ((queued = null), start()),
      () => ((queued = null), start()),
    ))

  const known = (): Known => {
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

  /** @returns null where the board is fresh enough */
  const renewal = (isToBeRenewed: boolean): Promise<void> | null => {
    if (running) return isToBeRenewed && followed ? startNext() : running
    const isFresh = followed && !isToBeRenewed && performance.now() - begunAt < FRESH_MS
    return isFresh ? null : start()
  }

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
    read: () => readLast(isStale, FIRST_MS),
    // A phone has stored its admissions before: both together stay below what a proxy waits.
    readLast: () => readLast(isUnsure, DEADLINE_MS),
    readNow,
    held: () => followed?.painel ?? null,
    async stop() {
      isStopped = true
      await within(ATTEMPT_MS, running ?? Promise.resolve()).catch(() => {})
    },
    readAnew() {
      isStale = isLacking = true
      triedAt = -Infinity
    },
    note(written) {
      isStale = true
      if (!written) isUnsure = true
      else for (const one of [followed, next]) if (one) takeOwn(one, written)
    },
  }
}
