import type { Backups } from '../domain/backups.ts'
import type { Logger } from '../log.ts'

/** How often a process looks whether a copy is due, at most, and after one that failed, in milliseconds. */
const LOOK_MS = 30_000
/** Copies more often than that are a test's. */
const LOOK_MIN_MS = 20

interface BackupTurnsParts {
  backups: Pick<Backups, 'turn' | 'stop' | 'everyMs'> | null
  now: () => number
  log: Pick<Logger, 'info' | 'error'>
}

/** Makes copies by themselves while a process is up, one turn at a time and beside everything else. */
export function createBackupTurns({ backups, now, log }: BackupTurnsParts) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const turn = async ({ turn }: Pick<Backups, 'turn'>) => {
    try {
      const done = await turn(now())
      if (done.kind === 'made') log.info({ path: done.path, ms: done.ms }, 'backup made')
    } catch (err) {
      if (!isStopped) log.error({ err }, 'backup failed')
    }
  }
  const wait = (kept: NonNullable<BackupTurnsParts['backups']>, ms: number) => {
    timer = setTimeout(() => {
      void turn(kept).then(() => {
        if (!isStopped) wait(kept, Math.max(LOOK_MIN_MS, Math.min(LOOK_MS, kept.everyMs / 4)))
      })
    }, ms).unref()
  }

  return {
    /** Looks now, and again and again, without keeping the process alive. */
    start: () => {
      if (backups && !timer) wait(backups, 0)
    },
    /** Ends a copy under way, too. */
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      backups?.stop()
    },
  }
}
