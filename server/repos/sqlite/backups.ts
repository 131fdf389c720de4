import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { daysKept, type BackupPlan, type Backups, type ErasureLeft } from '../../domain/backups.ts'
import { StorageError } from '../../domain/errors.ts'
import type { LinhaDoHistorico } from '../../domain/historico.ts'
import { isBusyError, isSqliteError } from './busy.ts'
import { translateErrors, type Connection } from './connection.ts'
import { backupOf, backupsIn, copiesBeside, copyDatabase, halvesIn, type Copy } from './copies.ts'
import { Database } from './database.ts'
import { knows, readErasureNote, writeErasureNote } from './erasure-note.ts'
import { erasuresIn } from '../../domain/questions.ts'
import { readsIn } from './reads.ts'
import { createResidue } from './residue.ts'

/** How long an erasure waits for a copy under way, in milliseconds. */
const PATIENCE_MS = 15_000
const POLL_MS = 50

const DAY_MS = 86_400_000

/**
 * The copies of one database file: made automatically where there is a plan, and before upgrades in any case.
 * The names in the folder say what was made and when, so that every process knows it at every start.
 */
export function createBackups(db: Connection, path: string, plan: BackupPlan | null): Backups {
  const days = daysKept(plan)
  let failedAt: number | null = null
  // Since when this process has found no copy at all: a first copy that fails is late, too.
  let noneSince: number | null = null
  let endCopy: (() => void) | null = null

  const madeHere = () => (plan ? backupsIn(path, plan.directory) : [])
  const erasures = () => translateErrors(() => erasuresIn(readsIn(db)))
  const residue = createResidue(db)
  const selectConvidado = db.prepare('SELECT 1 FROM credencial LIMIT 1')
  let read = new Map<string, LinhaDoHistorico[] | null>()

  /**
   * Copies that an erasure should have deleted. The lines missing from their histories show what was erased
   * since, because a clock may have been corrected. An unreadable copy is judged by its instant.
   */
  const copiesBefore = (linhas: LinhaDoHistorico[]): Copy[] => {
    const last = linhas.at(-1)
    if (!last) return []
    const known = new Map<string, LinhaDoHistorico[] | null>()
    const before = [...madeHere(), ...copiesBeside(path)].filter((copy) => {
      const key = `${copy.path} ${copy.at}`
      const history = read.get(key) ?? erasuresOf(copy.path)
      known.set(key, history)
      return history ? linhas.some((linha) => !knows(history, linha)) : copy.at <= last.em
    })
    read = known
    return before
  }

  /** Deletes copies older than an erasure, and the copies of upgrades that have outlived their days. */
  const tidy = (now: number) => {
    const linhas = erasures()
    remove(copiesBefore(linhas))
    remove(copiesBeside(path).filter(({ at }) => at < now - days * DAY_MS))
    if (plan && linhas.length > 0 && !isNoted(plan, linhas)) writeErasureNote(plan.directory, linhas)
  }

  const isNoted = ({ directory }: BackupPlan, linhas: LinhaDoHistorico[]) => {
    const note = readErasureNote(directory)
    if (note.kind === 'noted') return linhas.every((linha) => knows(note.linhas, linha))
    return note.kind === 'none' && linhas.length === 0
  }

  const isDue = ({ everyMs }: BackupPlan, now: number) => {
    const [newest] = madeHere()
    // A copy from the future was made before the clock was corrected.
    return newest === undefined || Math.abs(now - newest.at) >= everyMs
  }

  const make = async (to: string): Promise<number> => {
    const begun = performance.now()
    await copyDatabase(path, to, (end) => (endCopy = end)).finally(() => (endCopy = null))
    return Math.round(performance.now() - begun)
  }

  return {
    days,
    everyMs: plan?.everyMs ?? Infinity,

    async turn(now) {
      if (endCopy) return { kind: 'taken' }
      try {
        tidy(now)
        noneSince = madeHere().length > 0 ? null : (noneSince ?? now)
        if (!plan || !isDue(plan, now)) return { kind: 'not-due' }
        const unlock = lock(path)
        if (!unlock) return { kind: 'taken' }
        try {
          // Checked again: another process may just have made one.
          if (!isDue(plan, now)) return { kind: 'not-due' }
          remove(halvesIn(path, plan.directory))
          const to = backupOf(path, plan.directory, now)
          const ms = await make(to)
          remove(madeHere().slice(plan.keep))
          failedAt = null
          return { kind: 'made', path: to, ms }
        } finally {
          unlock()
        }
      } catch (cause) {
        failedAt = now
        throw asStorageError(cause)
      }
    },

    status(now) {
      if (!plan) return null
      const madeAt = madeHere()[0]?.at ?? null
      return {
        madeAt,
        failedAt: failedAt !== null && failedAt > (madeAt ?? 0) ? failedAt : null,
        isLate: now - (madeAt ?? noneSince ?? now) > 2 * plan.everyMs,
      }
    },

    async erase() {
      const unlock = await lockInTime(path)
      try {
        const halves = plan ? halvesIn(path, plan.directory) : []
        const copies = [...madeHere(), ...copiesBeside(path), ...halves]
        // Copies first, because on a full disk they make room for the note. If the process is ended in
        // between, a later turn writes it.
        remove(copies)
        // The note tells a restoration that copies kept elsewhere need the erasure, too.
        if (plan) writeErasureNote(plan.directory, erasures())
        return copies.length
      } catch (cause) {
        throw asStorageError(cause)
      } finally {
        unlock()
      }
    },

    left() {
      const linhas = erasures()
      const left: Record<ErasureLeft, boolean> = {
        // Once guests are stored again, the bytes may be from a recent correction.
        bytes: linhas.length > 0 && residue.isLeft() && translateErrors(() => !selectConvidado.get()),
        copies: copiesBefore(linhas).length > 0,
        note: plan !== null && !isNoted(plan, linhas),
      }
      return (['bytes', 'copies', 'note'] as const).filter((one) => left[one])
    },

    stop: () => endCopy?.(),
  }
}

const remove = (copies: Copy[]) => {
  for (const copy of copies) rmSync(copy.path, { force: true })
}

const asStorageError = (cause: unknown) =>
  cause instanceof StorageError
    ? cause
    : new StorageError(`[sqlite] ${cause instanceof Error ? cause.message : String(cause)}`, { cause })

/** Makes a plan's folder where there is none. @throws Error with a sentence when it cannot be written to */
export function openFolder({ directory }: BackupPlan): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    throw new Error(
      `BACKUP_DIR=${directory} cannot be written to (${code}): create it for this user, let the unit write to it (ReadWritePaths=), or set another folder`,
      { cause },
    )
  }
}

/**
 * Takes a lock that only one process can hold: a system lock on a file beside the database, which ends with
 * the process, killed or not.
 * @returns a function that releases it; null while another process has it
 */
function lock(path: string): (() => void) | null {
  const file = `${path}.lock`
  // Only where there is none: closing a file releases every lock this process has on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const held = new Database(file, { timeout: 0 })
  try {
    held.exec('BEGIN EXCLUSIVE')
    return () => held.close()
  } catch (cause) {
    held.close()
    if (isBusyError(cause)) return null
    throw cause
  }
}

async function lockInTime(path: string): Promise<() => void> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const unlock = lock(path)
    if (unlock) return unlock
    if (performance.now() >= deadline) throw new StorageError('[sqlite] a copy is being made for too long')
    await setTimeout(POLL_MS)
  }
}

/** The erasures in a copy's history; null if it cannot be read. */
function erasuresOf(path: string): LinhaDoHistorico[] | null {
  try {
    return Database.use(path, (db) => erasuresIn(readsIn(db)), { readOnly: true, timeout: 0 })
  } catch (cause) {
    if (isSqliteError(cause)) return null
    throw cause
  }
}
