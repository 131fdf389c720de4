import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { StorageError } from '../../domain/errors.ts'
import { BUSY_TIMEOUT_MS, whenFree } from './busy.ts'
import { committedTogether } from './group-commit.ts'
import { MIGRATIONS } from './schema.ts'

export type Connection = Database.Database

/** The first SQLite release without the WAL-reset bug, which can corrupt a database under concurrent checkpoints. */
const SQLITE_MIN = [3, 51, 3] as const

/** Magic numbers of file systems reached over a network, where WAL's shared memory does not work. */
const NETWORK_FILE_SYSTEMS = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x517b, 'SMB'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9P'],
  [0x00c36400, 'Ceph'],
])

/**
 * Opens the database file, created with its directory when missing, and brings its schema up to date.
 * WAL with `synchronous=FULL`: what was acknowledged survives a power loss.
 * @throws Error saying what to do when SQLite is too old, the file lies on a network file system, or its schema is newer
 */
export async function openConnection(path: string): Promise<Connection> {
  const directory = dirname(resolve(path))
  if (!existsSync(directory)) mkdirSync(directory, { recursive: true })
  const network = NETWORK_FILE_SYSTEMS.get((await statfs(directory)).type)
  if (network) {
    throw new Error(
      `SQLITE_PATH=${path} lies on ${network}, a network file system, where SQLite loses data: use a local disk`,
    )
  }

  // Names and phones: readable by nobody else. SQLite's own -wal and -shm files take the mode of the file.
  if (path !== ':memory:' && !existsSync(path)) closeSync(openSync(path, 'a', 0o600))

  const db = new Database(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    refuseOldSqlite(db)
    // Where processes meet on a new file, this one is answered busy at once, whatever the timeout.
    await whenFree(() => db.pragma('journal_mode = WAL'))
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    migrate(db, path)
    // From here on writers wait in whenFree; in WAL readers wait for nobody.
    db.pragma('busy_timeout = 0')
    return db
  } catch (cause) {
    db.close()
    throw cause
  }
}

function refuseOldSqlite(db: Connection): void {
  const version = String(db.prepare('SELECT sqlite_version()').pluck().get())
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const difference = major - SQLITE_MIN[0] || minor - SQLITE_MIN[1] || patch - SQLITE_MIN[2]
  if (difference < 0) throw new Error(`SQLite ${version} can corrupt a WAL database: install 3.51.3 or newer`)
}

function migrate(db: Connection, path: string): void {
  const upgrade = db.transaction(() => {
    const version = Number(db.pragma('user_version', { simple: true }))
    if (version > MIGRATIONS.length) {
      throw new Error(
        `${path} was written by a newer version of this product (schema ${version}): update the product`,
      )
    }
    for (const sql of MIGRATIONS.slice(version)) db.exec(sql)
    db.pragma(`user_version = ${MIGRATIONS.length}`)
  })
  upgrade.immediate()
}

/**
 * Makes an act that answers a Promise from one that runs in a single IMMEDIATE transaction: the write lock is taken
 * before anything is read, so nothing read can be stale when it is written. Acts that arrive together share it.
 * @throws StorageError when SQLite fails (busy past the timeout, disk full, read-only); other errors pass as they are
 */
export function inTransaction<Args extends unknown[], Result>(
  db: Connection,
  act: (...args: Args) => Result,
): (...args: Args) => Promise<Result> {
  const committed = committedTogether(db, act)
  return async (...args) => {
    try {
      return await committed(...args)
    } catch (cause) {
      throw translated(cause)
    }
  }
}

/**
 * Writes the file anew and empties the log beside it: SQLite leaves what was deleted in both until something else
 * happens to lie over it. The log goes first, so that overwritten pages reach the disk before the file gets shorter.
 * @throws StorageError when others keep reading or writing past the timeout, or the disk has no room for the copy
 */
export async function rewriteFile(db: Connection): Promise<void> {
  const emptyLog = () => {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    // A reader that still needs the log is told of in the result, not by an error.
    if (result?.busy !== 0) throw new Database.SqliteError('the log is being read', 'SQLITE_BUSY')
  }
  try {
    await whenFree(emptyLog)
    await whenFree(() => db.exec('VACUUM'))
    await whenFree(emptyLog)
  } catch (cause) {
    throw translated(cause)
  }
}

/** Runs a read, telling SQLite's own errors apart from bugs. */
export function translateErrors<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (cause) {
    throw translated(cause)
  }
}

function translated(cause: unknown): unknown {
  if (!(cause instanceof Database.SqliteError)) return cause
  return new StorageError(`[sqlite] ${cause.code}: ${cause.message}`, { cause })
}
