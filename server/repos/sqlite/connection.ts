import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StorageError } from '../../domain/errors.ts'
import { isAtLeast, SQLITE_MIN } from './binding.ts'
import { isSqliteError, whenFree } from './busy.ts'
import { Database } from './database.ts'
import { committedTogether } from './group-commit.ts'
import { STEPS } from './schema.ts'
import { refuseUnwritable, sayingWhere } from './writable.ts'

export type Connection = Database

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
 * WAL with `synchronous=FULL`: what was acknowledged survives a power loss. What is deleted is overwritten with zeros.
 * @throws Error saying what to do when SQLite is too old, the file lies on a network file system, or its schema is newer
 */
export async function openConnection(path: string): Promise<Connection> {
  const directory = dirname(resolve(path))
  if (!existsSync(directory)) sayingWhere(path, directory, () => mkdirSync(directory, { recursive: true }))
  refuseUnwritable(path)
  const network = NETWORK_FILE_SYSTEMS.get((await statfs(directory)).type)
  if (network) {
    throw new Error(
      `SQLITE_PATH=${path} lies on ${network}, a network file system, where SQLite loses data: use a local disk`,
    )
  }

  // Names and phones: readable by nobody else. SQLite's own -wal and -shm files take the mode of the file.
  if (path !== ':memory:' && !existsSync(path)) {
    sayingWhere(path, resolve(path), () => closeSync(openSync(path, 'a', 0o600)))
  }

  const db = new Database(path)
  try {
    refuseOldSqlite(db)
    // Where processes meet on a new file, this one is answered busy at once, whatever the timeout.
    await whenFree(() => db.exec('PRAGMA journal_mode = WAL'))
    db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON')
    migrate(db, path)
    // From here on writers wait in whenFree; in WAL readers wait for nobody.
    db.exec('PRAGMA busy_timeout = 0')
    return db
  } catch (cause) {
    db.close()
    throw cause
  }
}

function refuseOldSqlite(db: Connection): void {
  const row = db.prepare<[], { version: string }>('SELECT sqlite_version() AS version').get()
  const version = row?.version ?? '0'
  if (isAtLeast(version, SQLITE_MIN)) return
  throw new Error(`SQLite ${version} can corrupt a WAL database: install ${SQLITE_MIN} or newer`)
}

function migrate(db: Connection, path: string): void {
  const selectVersion = db.prepare<[], { user_version: number }>('PRAGMA user_version')
  db.immediately(() => {
    const version = selectVersion.get()?.user_version ?? 0
    if (version > STEPS.length) {
      throw new Error(
        `${path} was written by a newer version of this product (schema ${version}): update the product`,
      )
    }
    for (const step of STEPS.slice(version)) step(db)
    db.exec(`PRAGMA user_version = ${STEPS.length}`)
  })
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

/** Runs a read, telling SQLite's own errors apart from bugs. */
export function translateErrors<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (cause) {
    throw translated(cause)
  }
}

/** Makes SQLite's own error a StorageError; any other is a bug and stays as it is. */
export function translated(cause: unknown): unknown {
  if (!isSqliteError(cause)) return cause
  return new StorageError(`[sqlite] ${cause.message}`, { cause })
}
