import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentSnapshot, Timestamp } from 'firebase-admin/firestore'
import { avipOf } from '../../domain/credencial.ts'
import type { AvipMirror } from '../../domain/credencial-repo.ts'
import { StorageError } from '../../domain/errors.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { type Delivery, type Rtdb, canBeKey } from './rtdb.ts'
import { recordOf } from './table.ts'

/** The longest a guest waits for the realtime database. */
const INLINE_MS = 1_500
/** The longest a guest waits for the avip in all, Firestore's own calls included; after that it stays due. */
const MIRROR_MS = 4_000
/** How often a guest's request checks whether the drainer that took the avip has delivered it. */
const LOOK_MS = 100
/** A drainer waits longer: no guest waits for it. */
const DRAIN_MS = 5_000
/** How long an entry belongs to the process that took it; longer than any attempt. */
const LEASE_MS = 15_000
/** After a failure inline attempts pause: the next guests need not wait to find out the same. */
const BREAK_MS = 5_000

/** How long a refused avip is left alone: a wrong RTDB_URL refuses all of them until it is corrected. */
const REST_MS = 24 * 60 * 60_000
const REFUSED_MAX = 1_000

/** An avip takes four calls: at 50 ms each, about 200 avips a second, 10,000 in less than a minute. */
const AT_ONCE = 40
const PAGE = 5 * AT_ONCE

/**
 * Carries avips from the outbox, where registrations leave them, to the realtime database. Delivery depends
 * on the credencial at that moment: if it is present, its avip is set; if it was erased, its avip is cleared.
 * An entry is taken by compare-and-swap for a while, and removed only if it has not changed since: a change
 * meanwhile is delivered again. One that is refused for ever stays, marked `recusado` and out of the way of
 * the others.
 */
export function createAvipMirror({ credenciais, outbox }: Connection, rtdb: Rtdb): AvipMirror {
  let brokenUntil = 0

  const send = async (credencialid: string, ms: number): Promise<Delivery> => {
    const stored = (await within(ATTEMPT_MS, credenciais.doc(credencialid).get())).data()
    // An id that cannot be a key was never there, so nothing has to be cleared.
    if (!stored && !canBeKey(credencialid)) return { kind: 'done' }
    return rtdb.set(credencialid, stored ? avipOf(recordOf('credenciais', credencialid, stored)) : null, ms)
  }

  /** @returns null when there is nothing to do, or when another process is doing it */
  const deliver = async (
    entry: DocumentSnapshot,
    clock: () => number,
    ms: number,
  ): Promise<Delivery | null> => {
    const { ref } = entry
    let readAt = entry.updateTime
    if (!readAt || Number(entry.get('presoate')) > clock()) return null
    for (;;) {
      let taken: Timestamp
      try {
        const lease = ref.update({ presoate: clock() + LEASE_MS }, { lastUpdateTime: readAt })
        taken = (await within(ATTEMPT_MS, lease)).writeTime
      } catch (error) {
        // Another process took it, and will deliver it.
        if (isOvertaken(error)) return null
        throw error
      }
      let delivery: Delivery
      try {
        delivery = await send(ref.id, ms)
      } catch (error) {
        brokenUntil = Date.now() + BREAK_MS
        await within(ATTEMPT_MS, ref.update({ presoate: 0 }, { lastUpdateTime: taken })).catch(() => {})
        throw error
      }
      try {
        const settled =
          delivery.kind === 'done'
            ? ref.delete({ lastUpdateTime: taken })
            : ref.update(
                { presoate: clock() + REST_MS, recusado: delivery.status },
                { lastUpdateTime: taken },
              )
        await within(ATTEMPT_MS, settled)
        return delivery
      } catch (error) {
        if (!isOvertaken(error)) throw error
        // The guest was corrected or erased meanwhile; the lease is still ours.
        const again = await within(ATTEMPT_MS, ref.get())
        if (!again.updateTime) return delivery
        readAt = again.updateTime
      }
    }
  }

  const one = async (credencialid: string): Promise<void> => {
    if (brokenUntil > Date.now()) throw new StorageError('[firebase] the realtime database failed just now')
    // Waits for a drainer that has taken the avip: reporting success must mean that it is there.
    const until = Date.now() + INLINE_MS
    for (;;) {
      const entry = await within(ATTEMPT_MS, outbox.doc(credencialid).get())
      const delivery = await deliver(entry, Date.now, INLINE_MS)
      if (delivery?.kind === 'refused' || Number(entry.get('recusado')) > 0)
        throw new StorageError('[firebase] the realtime database refuses the avip')
      if (delivery || !entry.exists) return
      if (Date.now() > until) throw new StorageError('[firebase] another process is delivering the avip')
      await sleep(LOOK_MS)
    }
  }

  return {
    mirror: (credencialid) => within(MIRROR_MS, one(credencialid)),

    async mirrorDue(now, onRefused) {
      // A long drain needs a moving clock for its leases.
      const begun = Date.now()
      const clock = () => now + Date.now() - begun
      let mirrored = 0
      let failures = 0
      let refused = 0
      const work = async (queue: Iterator<DocumentSnapshot>, most = Infinity) => {
        for (let done = 0; done < most && failures === 0; done++) {
          const next = queue.next()
          if (next.done) return
          try {
            const delivery = await deliver(next.value, clock, DRAIN_MS)
            if (delivery?.kind === 'done') mirrored++
            if (delivery?.kind === 'refused') {
              refused++
              onRefused?.(next.value.id)
            }
          } catch {
            failures++
          }
        }
      }
      const taken = outbox.where('presoate', '<=', now).limit(PAGE)
      for (let page = await getAll(taken); page.length > 0 && failures === 0; page = await getAll(taken)) {
        const queue = page.values()
        // While the database is down one attempt is enough to notice: the first goes alone.
        if (mirrored + refused === 0) await work(queue, 1)
        await Promise.all(Array.from({ length: AT_ONCE }, () => work(queue)))
      }
      // Includes taken entries until they are delivered; those set aside rest longer than any lease.
      const waiting = outbox.where('presoate', '<=', clock() + LEASE_MS)
      const count = await within(ATTEMPT_MS, waiting.count().get())
      return { mirrored, due: count.data().count }
    },

    async findRefused() {
      const found = await getAll(outbox.where('recusado', '>', 0).limit(REFUSED_MAX))
      return found.map(({ id }) => id).sort()
    },
  }
}

/** The entry has changed since it was read (9), or is gone (5). */
function isOvertaken(error: unknown): boolean {
  if (!(error instanceof StorageError) || !(error.cause instanceof Error)) return false
  return 'code' in error.cause && (error.cause.code === 9 || error.cause.code === 5)
}
