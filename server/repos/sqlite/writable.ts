import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Does what makes or needs a place of the database, and says which place it was when the system does not let it.
 * @throws Error with a sentence that says what to set, when the system refuses; other errors pass as they are
 */
export function sayingWhere(path: string, place: string, act: () => void): void {
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

/** Refuses a file, or a folder for SQLite's files beside it, that cannot be written. SQLite itself says neither. */
export function refuseUnwritable(path: string): void {
  if (path === ':memory:') return
  for (const place of [dirname(resolve(path)), resolve(path)]) {
    if (existsSync(place)) sayingWhere(path, place, () => accessSync(place, constants.R_OK | constants.W_OK))
  }
}
