import { DAY_MS } from './quando.ts'

export interface BackupPlan {
  directory: string
  everyMs: number
  keep: number
}

/** How long copies made before an upgrade live where nothing else is copied, in days. */
const UPGRADE_DAYS = 7

/**
 * How many days a copy lives, begun ones counted, and with it whoever was removed since: the privacy notice says so.
 * @param plan null where copies are made before upgrades alone
 */
export function daysKept(plan: BackupPlan | null): number {
  return plan === null ? UPGRADE_DAYS : Math.ceil((plan.everyMs * plan.keep) / DAY_MS)
}

export interface BackupStatus {
  /** When the newest was made, in milliseconds since the epoch; null for none. */
  madeAt: number | null
  /** When this process last failed to make one, with none made since; null for never. */
  failedAt: number | null
  /** Whether the newest is older than it should be, or there has been none for as long, whoever was to make the next. */
  isLate: boolean
}

/**
 * What an erasure has left to do: bytes in the database's files, which are rewritten; copies that were made before it; the
 * note beside the backups that tells of it.
 */
export type ErasureLeft = 'bytes' | 'copies' | 'note'

/** What became of a turn; `taken`: another process is at it, or has just been. */
export type BackupTurn = { kind: 'made'; path: string; ms: number } | { kind: 'not-due' } | { kind: 'taken' }

/** The copies a storage in a file makes of itself (decision 0030). */
export interface Backups {
  days: number
  /** How often one is made; infinite where none is by itself. */
  everyMs: number
  /**
   * Makes a copy where one is due, of everything that is stored now; what is older than it may be is deleted first. Guests go
   * on registering meanwhile.
   */
  turn(now: number): Promise<BackupTurn>
  /** Null where no copies are made by themselves. */
  status(now: number): BackupStatus | null
  /** What the erasures made so far have left; a turn, and maintenance, go on with it. */
  left(): ErasureLeft[]
  /** Deletes every copy, those made before upgrades too, once the one under way is done. @returns how many */
  erase(): Promise<number>
  /** Ends a copy under way; it leaves nothing. */
  stop(): void
}
