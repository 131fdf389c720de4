import { setTimeout as sleep } from 'node:timers/promises'
import type { Firestore } from 'firebase-admin/firestore'
import { StorageError } from '../../domain/errors.ts'
import { DEADLINE_MS, isRetryable, within } from './deadline.ts'
import { createUnit, type Unit } from './unit.ts'

/**
 * An act that writes: reads what it needs into the unit, then answers a function that decides on what is there and
 * changes the unit, without waiting for anything. It may be run again, so ids are made outside.
 */
export type Act<Result> = (unit: Unit) => Promise<() => Result>

/** How many acts share one commit at most: Firestore takes 500 writes, and an act makes up to five, holds released aside. */
const GROUP_MAX = 80

interface Waiting {
  act: Act<unknown>
  deadline: number
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

export interface Acts {
  /**
   * Runs an act. Acts of the same key wait for each other and are committed in groups: under contention one commit
   * carries many claims, and processes meet only in the precondition (decision 0006).
   * @throws StorageError when it is not known to be done within the deadline, waiting included
   */
  run<Result>(key: string, act: Act<Result>): Promise<Result>
}

/** @param onDone called before acts are answered: something may have been written */
export function createActs(db: Firestore, onDone: () => void = () => {}): Acts {
  const queues = new Map<string, Waiting[]>()

  const work = async (key: string, queue: Waiting[]) => {
    while (queue.length > 0) {
      const group = queue.splice(0, GROUP_MAX).filter(({ deadline }) => deadline > Date.now())
      await runGroup(db, group, onDone)
    }
    queues.delete(key)
  }

  return {
    run<Result>(key: string, act: Act<Result>) {
      const result = new Promise<Result>((resolve, reject) => {
        const waiting: Waiting = {
          act,
          deadline: Date.now() + DEADLINE_MS,
          resolve: (value) => resolve(value as Result),
          reject,
        }
        const queue = queues.get(key)
        if (queue) queue.push(waiting)
        else {
          const started = [waiting]
          queues.set(key, started)
          void work(key, started)
        }
      })
      return within(DEADLINE_MS, result)
    },
  }
}

/** Settles every act of the group, whatever happens: nothing may stop the queue behind it. */
async function runGroup(db: Firestore, group: Waiting[], onDone: () => void): Promise<void> {
  const deadline = Math.max(...group.map((waiting) => waiting.deadline))
  for (let attempt = 0; group.length > 0; attempt++) {
    try {
      const answer = await tryGroup(createUnit(db), group, deadline - Date.now())
      onDone()
      answer()
      return
    } catch (error) {
      if (!isRetryable(error) || Date.now() >= deadline) {
        onDone()
        for (const { reject } of group) reject(error)
        return
      }
      // Jitter: processes that retry at the same moment would conflict again.
      await sleep(Math.random() * Math.min(400, 10 * 2 ** attempt))
    }
  }
}

/** @returns what answers the acts, once all is committed */
async function tryGroup(unit: Unit, group: Waiting[], ms: number): Promise<() => void> {
  const reads = await within(ms, Promise.allSettled(group.map(({ act }) => act(unit))))
  const infrastructure = reads.find(
    (read) => read.status === 'rejected' && read.reason instanceof StorageError,
  )
  if (infrastructure?.status === 'rejected') throw infrastructure.reason

  const results = reads.map((read): PromiseSettledResult<unknown> => {
    if (read.status === 'rejected') return read
    try {
      return { status: 'fulfilled', value: read.value() }
    } catch (reason) {
      return { status: 'rejected', reason }
    }
  })
  await unit.commit()
  return () =>
    group.forEach(({ resolve, reject }, index) => {
      const result = results[index]
      if (result?.status === 'fulfilled') resolve(result.value)
      else reject(result?.reason)
    })
}
