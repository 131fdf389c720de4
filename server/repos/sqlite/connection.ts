import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StorageError } from '../../domain/errors.ts'
import { isAtLeast, SQLITE_MIN } from './binding.ts'
import { isSqliteError, whenFree } from './busy.ts'
import { Database } from './database.ts'
import { committedTogether } from './group-commit.ts'
import { upgrade, type Upgrade } from './upgrade.ts'

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
 * Opens the database file, creates it and its directory when missing, and brings its schema up to date. WAL
 * with `synchronous=FULL`: anything acknowledged survives a power loss. Deleted data is overwritten with
 * zeros.
 * @throws Error saying what to do when SQLite is too old, the file is on a network file system, its schema is
 * newer, or the copy before an upgrade cannot be made
 */
export async function openConnection(
  path: string,
  onUpgrade: (done: Upgrade) => void = () => {},
): Promise<Connection> {
  const directory = dirname(resolve(path))
  if (!existsSync(directory)) sayingWhere(path, directory, () => mkdirSync(directory, { recursive: true }))
  refuseUnwritable(path)
  const network = NETWORK_FILE_SYSTEMS.get((await statfs(directory)).type)
  if (network) {
    throw new Error(
      `SQLITE_PATH=${path} lies on ${network}, a network file system, where SQLite loses data: use a local disk`,
    )
  }

  // The file holds names and phones, so only its owner may read it. SQLite's own -wal and -shm files take the
  // mode of the file.
  if (path !== ':memory:' && !existsSync(path)) {
    sayingWhere(path, resolve(path), () => closeSync(openSync(path, 'a', 0o600)))
  }

  const file = inodeOf(path)
  const db = new Database(path)
  try {
    refuseOldSqlite(db)
    // When processes open a new file together, this one is answered busy at once, whatever the timeout.
    await whenFree(() => db.exec('PRAGMA journal_mode = WAL'))
    // Nobody replaces the file after this check: restoring needs the file alone.
    if (inodeOf(path) !== file) throw new Error(`${path} was being restored: start again`)
    db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON')
    const done = upgrade(db, path)
    if (done) onUpgrade(done)
    // After this, writers wait in whenFree; in WAL readers wait for nobody.
    db.exec('PRAGMA busy_timeout = 0')
    return db
  } catch (cause) {
    db.close()
    throw cause
  }
}

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino

function refuseOldSqlite(db: Connection): void {
  const row = db.prepare<[], { version: string }>('SELECT sqlite_version() AS version').get()
  const version = row?.version ?? '0'
  if (isAtLeast(version, SQLITE_MIN)) return
  throw new Error(`SQLite ${version} can corrupt a WAL database: install ${SQLITE_MIN} or newer`)
}

/**
 * Wraps an act as an asynchronous one that runs in a single IMMEDIATE transaction: the write lock is taken
 * before anything is read, so nothing read can be stale when it is written. Acts that arrive together share
 * it.
 * @throws StorageError when SQLite fails (busy past the timeout, disk full, read-only); other errors pass
 * unchanged
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

/** Runs a read, and turns SQLite's own errors into StorageErrors. */
export function translateErrors<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (cause) {
    throw translated(cause)
  }
}

/**
 * Rows in the order of their ids, a page in each turn of the event loop: no statement stays open, and
 * requests are answered between two pages.
 * @param select the page of this size after an id
 */
export async function* pagesInTurns<Row>(
  size: number,
  select: (after: string) => Row[],
  idOf: (row: Row) => string,
): AsyncIterable<Row[]> {
  for (let after = ''; ;) {
    const page = translateErrors(() => select(after))
    yield page
    const last = page.at(-1)
    if (!last || page.length < size) return
    after = idOf(last)
    await nextTurn()
  }
}

/** Turns SQLite's own error into a StorageError; any other is a bug and stays as it is. */
export function translated(cause: unknown): unknown {
  if (!isSqliteError(cause)) return cause
  return new StorageError(`[sqlite] ${cause.message}`, { cause })
}

/**
 * Runs an act that makes or needs a path of the database, and names that path when the system refuses.
 * @throws Error with a sentence that says what to set, when the system refuses; other errors pass unchanged
 */
function sayingWhere(path: string, place: string, act: () => void): void {
  try {
    act()
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause
    throw new Error(
      `SQLITE_PATH=${path}: ${place} cannot be written by this user (${String(cause.code)}): give it to the user the server ` +
        'runs as, or set SQLITE_PATH to a file in a folder of that user, as /var/lib/convites/convites.db',
      { cause },
    )
  }
}

/**
 * Refuses a file, or its folder, which SQLite's files need, if it cannot be written: SQLite reports neither.
 */
function refuseUnwritable(path: string): void {
  if (path === ':memory:') return
  for (const place of [dirname(resolve(path)), resolve(path)]) {
    if (existsSync(place)) sayingWhere(path, place, () => accessSync(place, constants.R_OK | constants.W_OK))
  }
}
