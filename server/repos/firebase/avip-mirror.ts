import type { DocumentSnapshot, Timestamp } from 'firebase-admin/firestore'
import { avipOf } from '../../domain/avip.ts'
import { StorageError } from '../../domain/errors.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { credencialFrom } from './documents.ts'
import type { Rtdb } from './rtdb.ts'

/** A guest waits this long for the realtime database, and no longer. */
const INLINE_MS = 1_500
/** A drainer waits longer: nobody stands before it. */
const DRAIN_MS = 5_000
/** How long an entry belongs to who took it; longer than any attempt. */
const LEASE_MS = 15_000
/** After a failure inline attempts are spared for a while: the next guests need not wait to learn the same. */
const BREAK_MS = 5_000

/** An avip takes four calls: at 50 ms each some 200 a second, 10,000 in less than a minute. */
const AT_ONCE = 40
const PAGE = 5 * AT_ONCE

/** Carries avips from the outbox, where registrations leave them, to the realtime database. */
export interface AvipMirror {
  /** Delivers one entry, if there is one. @throws StorageError when it stays due */
  one(credencialid: string): Promise<void>
  /** Delivers what is due, stopping at the first failure. */
  due(now: number): Promise<{ mirrored: number; due: number }>
}

/**
 * What is delivered is the credencial as it is then: present, its avip is set; erased, its avip is cleared. An entry is
 * taken by compare-and-swap for a while, and removed only as it was taken: what changed meanwhile is delivered again.
 */
export function createAvipMirror({ credenciais, outbox }: Connection, rtdb: Rtdb): AvipMirror {
  let brokenUntil = 0

  const send = async (credencialid: string, ms: number): Promise<void> => {
    const stored = (await within(ATTEMPT_MS, credenciais.doc(credencialid).get())).data()
    await rtdb.set(credencialid, stored ? avipOf(credencialFrom(credencialid, stored)) : null, ms)
  }

  /** @returns false when there is nothing to do, or somebody else is doing it */
  const deliver = async (entry: DocumentSnapshot, clock: () => number, ms: number): Promise<boolean> => {
    const { ref } = entry
    let readAt = entry.updateTime
    if (!readAt || Number(entry.get('presoate')) > clock()) return false
    for (;;) {
      let taken: Timestamp
      try {
        const lease = ref.update({ presoate: clock() + LEASE_MS }, { lastUpdateTime: readAt })
        taken = (await within(ATTEMPT_MS, lease)).writeTime
      } catch (error) {
        // Somebody else took it, and will deliver it.
        if (isOvertaken(error)) return false
        throw error
      }
      try {
        await send(ref.id, ms)
      } catch (error) {
        brokenUntil = Date.now() + BREAK_MS
        await within(ATTEMPT_MS, ref.update({ presoate: 0 }, { lastUpdateTime: taken })).catch(() => {})
        throw error
      }
      try {
        await within(ATTEMPT_MS, ref.delete({ lastUpdateTime: taken }))
        return true
      } catch (error) {
        if (!isOvertaken(error)) throw error
        // The guest was corrected or erased meanwhile; the lease is still ours.
        const again = await within(ATTEMPT_MS, ref.get())
        if (!again.updateTime) return true
        readAt = again.updateTime
      }
    }
  }

  return {
    async one(credencialid) {
      if (brokenUntil > Date.now()) throw new StorageError('[firebase] the realtime database failed just now')
      await deliver(await within(ATTEMPT_MS, outbox.doc(credencialid).get()), Date.now, INLINE_MS)
    },

    async due(now) {
      // A long drain outlasts its leases' first instant.
      const begun = Date.now()
      const clock = () => now + Date.now() - begun
      let mirrored = 0
      let failures = 0
      const work = async (queue: Iterator<DocumentSnapshot>, most = Infinity) => {
        for (let done = 0; done < most && failures === 0; done++) {
          const next = queue.next()
          if (next.done) return
          try {
            if (await deliver(next.value, clock, DRAIN_MS)) mirrored++
          } catch {
            failures++
          }
        }
      }
      const taken = outbox.where('presoate', '<=', now).limit(PAGE)
      for (let page = await getAll(taken); page.length > 0 && failures === 0; page = await getAll(taken)) {
        const queue = page.values()
        // While the database is away one attempt tells it: the first goes alone.
        if (mirrored === 0) await work(queue, 1)
        await Promise.all(Array.from({ length: AT_ONCE }, () => work(queue)))
      }
      const count = await within(ATTEMPT_MS, outbox.count().get())
      return { mirrored, due: count.data().count }
    },
  }
}

/** The entry is not as it was read: changed (9) or gone (5). */
function isOvertaken(error: unknown): boolean {
  if (!(error instanceof StorageError) || !(error.cause instanceof Error)) return false
  return 'code' in error.cause && (error.cause.code === 9 || error.cause.code === 5)
}
