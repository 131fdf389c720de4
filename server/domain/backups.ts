import { DAY_MS } from './quando.ts'

export interface BackupPlan {
  directory: string
  everyMs: number
  keep: number
}

/** Days that copies made before an upgrade are kept when no others are made. */
const UPGRADE_DAYS = 7

/**
 * How many days a copy is kept, rounded up. A removed guest stays in it for as long, and the privacy notice
 * says so.
 * @param plan null when copies are made only before upgrades
 */
export function daysKept(plan: BackupPlan | null): number {
  return plan === null ? UPGRADE_DAYS : Math.ceil((plan.everyMs * plan.keep) / DAY_MS)
}

export interface BackupStatus {
  /** When the newest was made, in milliseconds since the epoch; null for none. */
  madeAt: number | null
  /** When this process last failed to make one, with none made since; null for never. */
  failedAt: number | null
  /**
   * Whether the newest is older than it should be, or none has been made for as long, whichever process was
   * to do it.
   */
  isLate: boolean
}

/**
 * What an erasure has left to do: rewrite the bytes of the database's files, delete the copies made before
 * it, write the note beside the backups that records it.
 */
export type ErasureLeft = 'bytes' | 'copies' | 'note'

/** What became of a turn. `taken`: another process is doing it, or has just done it. */
export type BackupTurn = { kind: 'made'; path: string; ms: number } | { kind: 'not-due' } | { kind: 'taken' }

/** The copies that file-based storage makes of itself (decision 0030). */
export interface Backups {
  days: number
  /** How often a copy is made; infinite when none is made automatically. */
  everyMs: number
  /**
   * Deletes copies past their age; then, if one is due, makes a copy of everything stored now. Guests can
   * register meanwhile.
   */
  turn(now: number): Promise<BackupTurn>
  /** Null when no copies are made automatically. */
  status(now: number): BackupStatus | null
  /** What the erasures made so far have left to do; a turn continues it, and so does maintenance. */
  left(): ErasureLeft[]
  /** Deletes every copy once the one under way is done, those made before upgrades too. @returns how many */
  erase(): Promise<number>
  /** Stops a copy under way; nothing is left of it. */
  stop(): void
}
