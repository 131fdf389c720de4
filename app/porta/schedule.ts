import type { Surroundings } from './clock.ts'

const EVERY_MILLISECONDS = 7_000
/** After one failure alone: a lost answer is not yet a network that is gone. */
const AGAIN_MILLISECONDS = 500
const LONGEST_MILLISECONDS = 30_000

/** How a sync went: the next comes soon, at once where answers came before one was lost, later each time, or not by itself. */
export type Outcome = 'fine' | 'partly' | 'failed' | 'idle'

/** Runs one sync at a time: by itself, and at once when something happened. */
export interface Schedule {
  start(): void
  /** Syncs now; a sync under way is followed by another. Ends when that is done. */
  now(): Promise<void>
  stop(): void
}

export function openSchedule({ later }: Pick<Surroundings, 'later'>, sync: () => Promise<Outcome>): Schedule {
  let isOn = false
  let failures = 0
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null
  let callOff = () => {}

  const run = async () => {
    callOff()
    const outcome = await sync()
    failures = outcome === 'failed' ? failures + 1 : outcome === 'partly' ? 1 : 0
    if (!isOn || outcome === 'idle') return
    const wait =
      failures === 1 ? AGAIN_MILLISECONDS : EVERY_MILLISECONDS * 2 ** Math.max(0, Math.min(failures, 10) - 2)
    callOff = later(() => void now(), Math.min(wait, LONGEST_MILLISECONDS))
  }
  const begin = () => {
    running = run().finally(() => {
      running = null
    })
    return running
  }
  const now = (): Promise<void> => {
    if (!running) return begin()
    following ??= running.then(() => {
      following = null
      return begin()
    })
    return following
  }
  return {
    start() {
      isOn = true
      void now()
    },
    now,
    stop() {
      isOn = false
      callOff()
    },
  }
}
