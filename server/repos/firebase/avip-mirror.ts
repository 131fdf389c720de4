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

/** A guest waits this long for the realtime database, and no longer. */
const INLINE_MS = 1_500
/** How long a guest waits for the avip in all, Firestore's own calls included; then it stays due. */
const MIRROR_MS = 4_000
/** How often a guest looks whether the drainer that took the avip has delivered it. */
const LOOK_MS = 100
/** A drainer waits longer: nobody stands before it. */
const DRAIN_MS = 5_000
/** How long an entry belongs to who took it; longer than any attempt. */
const LEASE_MS = 15_000
/** After a failure inline attempts are spared for a while: the next guests need not wait to learn the same. */
const BREAK_MS = 5_000

/** How long a refused avip rests: a wrong RTDB_URL refuses all, and is mended. */
const REST_MS = 24 * 60 * 60_000
const REFUSED_MAX = 1_000

/** An avip takes four calls: at 50 ms each some 200 a second, 10,000 in less than a minute. */
const AT_ONCE = 40
const PAGE = 5 * AT_ONCE

/**
 * Carries avips from the outbox, where registrations leave them, to the realtime database. What is delivered is the
 * credencial as it is then: present, its avip is set; erased, its avip is cleared. An entry is taken by compare-and-swap
 * for a while, and removed only as it was taken: what changed meanwhile is delivered again. One that is refused for ever
 * stays, marked `recusado` and out of the way of the others.
 */
export function createAvipMirror({ credenciais, outbox }: Connection, rtdb: Rtdb): AvipMirror {
  let brokenUntil = 0

  const send = async (credencialid: string, ms: number): Promise<Delivery> => {
    const stored = (await within(ATTEMPT_MS, credenciais.doc(credencialid).get())).data()
    // An id that cannot be a key was never there, so it is clear already.
    if (!stored && !canBeKey(credencialid)) return { kind: 'done' }
    return rtdb.set(credencialid, stored ? avipOf(recordOf('credenciais', credencialid, stored)) : null, ms)
  }

  /** @returns null when there is nothing to do, or somebody else is doing it */
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
        // Somebody else took it, and will deliver it.
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
    // Where a drainer has taken it, what comes of that is waited for: told that it is there, a guest's avip must be.
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
      // A long drain outlasts its leases' first instant.
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
        // While the database is away one attempt tells it: the first goes alone.
        if (mirrored + refused === 0) await work(queue, 1)
        await Promise.all(Array.from({ length: AT_ONCE }, () => work(queue)))
      }
      // Taken ones too, until they are delivered; those set aside rest longer than any lease.
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

/** The entry is not as it was read: changed (9) or gone (5). */
function isOvertaken(error: unknown): boolean {
  if (!(error instanceof StorageError) || !(error.cause instanceof Error)) return false
  return 'code' in error.cause && (error.cause.code === 9 || error.cause.code === 5)
}
