/** How long after a pass the next one comes; sooner while avips are due. */
const IDLE_MS = 30_000
const DUE_MS = 5_000

export interface MaintenanceParts {
  /** One pass, telling how many avips it left due. */
  maintain: () => Promise<{ due: number }>
  /** Done after each pass, whether it failed or not. */
  remind: () => Promise<void>
  /** Receives the failure of a pass; the next one still comes. */
  log: { error(fields: object, message: string): void }
}

/** What a process does by itself while it is up. */
export function createMaintenance({ maintain, remind, log }: MaintenanceParts) {
  let timer: NodeJS.Timeout | undefined
  let isDue = false
  let isStopped = false

  const failed = (err: unknown) => log.error({ err }, 'maintenance failed')

  const pass = async () => {
    isDue = false
    await maintain().then(({ due }) => (isDue ||= due > 0), failed)
    await remind().catch(failed)
  }
  const tick = async (idleMs: number) => {
    const isTime = isDue || idleMs >= IDLE_MS
    if (isTime) await pass()
    if (!isStopped) wait(DUE_MS, isTime ? DUE_MS : idleMs + DUE_MS)
  }
  const wait = (ms: number, idleMs: number) => {
    timer = setTimeout(() => void tick(idleMs), ms).unref()
  }

  return {
    /** Does a pass now, and again and again, without keeping the process alive. */
    start: () => {
      if (!timer) wait(0, IDLE_MS)
    },
    /** Called when an avip could not be mirrored: the next pass comes soon, to notice the end of an outage. */
    hurry: () => void (isDue = true),
    /** Stops it after the pass under way. */
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
