import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { StorageError } from '../../domain/errors.ts'
import { copiesBeside, copyDatabaseNow, upgradeCopyOf } from './copies.ts'
import type { Database } from './database.ts'
import { BASE, BASE_SCHEMA, LATEST, PASS_THROUGH, STEPS } from './schema.ts'

/** A schema upgrade: from and to which version, where the copy made before it is, and how long both took. */
export interface Upgrade {
  from: number
  to: number
  copy: string
  ms: number
}

/** How many copies made before upgrades are kept. */
const KEPT = 2

/** How long processes that start together wait for the one that copies and upgrades, in milliseconds. */
const PATIENCE_MS = 60_000

/**
 * Brings the schema of a file up to date, after copying the file as it was. It holds the write lock
 * meanwhile: of processes that start together one makes the copy and takes the steps, nobody writes anything
 * the copy would lack, and a version never overwrites the number of a newer one.
 * @returns null if nothing was upgraded, or the file is new
 * @throws Error with a sentence when a newer version wrote the file, or one before {@link BASE}, or the copy
 * cannot be made; nothing is changed then
 */
export function upgrade(db: Database, path: string): Upgrade | null {
  const begun = performance.now()
  db.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`)
  const done = db.immediately(() => {
    const from = versionOf(db)
    const to = LATEST
    if (from > to) {
      throw new Error(
        `${path} was written by a newer version of this product (schema ${from}): update the product`,
      )
    }
    if (from !== 0 && from < BASE) {
      throw new Error(
        `${path} was written by an earlier version of this product (schema ${from}): start version ${PASS_THROUGH} on it ` +
          'once, which brings it up to date, and then this one',
      )
    }
    if (from === to) return null
    const copy = from === 0 || path === ':memory:' ? null : copyBefore(path, from)
    if (from === 0) db.exec(BASE_SCHEMA)
    for (const step of STEPS.slice(Math.max(from - BASE, 0))) step(db)
    db.exec(`PRAGMA user_version = ${to}`)
    return copy === null ? null : { from, to, copy, ms: performance.now() - begun }
  })
  if (done) forgetOldest(path)
  return done
}

/** The file's schema number; 0 for a new file. */
export function versionOf(db: Database): number {
  const [row] = db.prepare<[], { user_version: number }>('PRAGMA user_version').all()
  return row?.user_version ?? 0
}

function copyBefore(path: string, version: number): string {
  const copy = upgradeCopyOf(path, version)
  try {
    copyDatabaseNow(path, copy)
  } catch (cause) {
    const said = cause instanceof StorageError ? cause.message : String(cause)
    throw new Error(
      `${path} has schema ${version} and is to get ${LATEST}, but ${copy}, the copy that is made first, could not be ` +
        `written (${said}): make room for it on that disk, and start again`,
      { cause },
    )
  }
  return copy
}

function forgetOldest(path: string): void {
  const added = resolve(path).length
  const copies = copiesBeside(path).filter((copy) => /^\.v\d+$/.test(copy.path.slice(added)))
  for (const copy of copies.slice(KEPT)) rmSync(copy.path, { force: true })
}
