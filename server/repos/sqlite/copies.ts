import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, parse, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StorageError } from '../../domain/errors.ts'
import { hasOwn } from './binding.ts'

export interface Copy {
  path: string
  at: number
}

const SCRIPT = fileURLToPath(new URL('./copy-process.mjs', import.meta.url))
const OPTIONS = {
  // Neither our secrets nor the options of our own Node.
  env: { NODE_ENV: 'production' as const },
  stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'],
  encoding: 'utf8' as const,
}
const argumentsOf = (from: string, to: string) => [
  SCRIPT,
  hasOwn() ? 'own' : 'package',
  resolve(from),
  resolve(halfOf(to)),
  resolve(to),
  String(process.pid),
]

/**
 * Copies a database that is in use, in a process of its own. The copy is checked, on the disk, and readable
 * by its owner alone before it gets its name.
 * @param onStart receives a function that ends the copying early
 * @throws StorageError saying why not; then nothing of the copy is left
 */
export async function copyDatabase(
  from: string,
  to: string,
  onStart: (end: () => void) => void = () => {},
): Promise<void> {
  const child = spawn(process.execPath, argumentsOf(from, to), OPTIONS)
  const removeHalf = () => rmSync(halfOf(to), { force: true })
  onStart(() => {
    child.kill('SIGKILL')
    // At once: the process that ends it may be about to exit.
    removeHalf()
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (code === 0) return
  removeHalf()
  throw failureOf(said, code ?? signal)
}

/** The same for a start, when blocking delays nobody. */
export function copyDatabaseNow(from: string, to: string): void {
  const { status, signal, stdout } = spawnSync(process.execPath, argumentsOf(from, to), OPTIONS)
  if (status === 0) return
  rmSync(halfOf(to), { force: true })
  throw failureOf(stdout, status ?? signal)
}

const failureOf = (said: string, ended: unknown) =>
  new StorageError(`[sqlite] the copy failed: ${said || `its process ended with ${String(ended)}`}`)

/** Suffixes of the files beside a database that hold the same data; `*` is a number or an instant. */
const ADDED = {
  version: '.v*',
  former: '.anterior-*',
  restoring: '.restaurando',
  whole: '.db',
  half: '.novo',
  /** `deploy/release.sh` tries a release on it. */
  trial: '.trial',
}

const named = (path: string, added: keyof typeof ADDED, what = '') => path + ADDED[added].replace('*', what)
const halfOf = (to: string) => named(to, 'half')

/** The path of the copy made before an upgrade from a version. */
export const upgradeCopyOf = (path: string, version: number) => named(path, 'version', String(version))

/** The path of a database that was replaced. */
export const formerOf = (path: string, at: number) => named(path, 'former', stampOf(at))

/** The path where a copy is prepared for restoring. */
export const restoringOf = (path: string) => named(path, 'restoring')

/** The path of the single file it becomes. */
export const wholeOf = (path: string) => named(path, 'whole')

/** Any of these suffixes, also several in a row, and those SQLite adds. */
const BESIDE = new RegExp(
  `^(${Object.values(ADDED)
    .map((added) => added.replace('.', String.raw`\.`).replace('*', String.raw`[\dTZ]+`))
    .join('|')})+(-wal|-shm|-journal)?$`,
)

/** Copies beside a database, whole or unfinished, even those of processes ended while making them. */
export function copiesBeside(path: string): Copy[] {
  const name = basename(path)
  return filesIn(dirname(resolve(path)))
    .filter((file) => file.startsWith(name) && BESIDE.test(file.slice(name.length)))
    .map((file) => join(dirname(resolve(path)), file))
    .map((file) => ({
      path: file,
      at: instantOf(basename(file)) ?? statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }))
    .sort((a, b) => b.at - a.at)
}

/** The name of a backup, `convites-20270917T223000123Z.db`: the file carries its time wherever it goes. */
export const backupOf = (path: string, directory: string, at: number) =>
  join(directory, `${parse(path).name}-${stampOf(at)}.db`)

/** The whole backups of a database in a folder, newest first. */
export const backupsIn = (path: string, directory: string) => endingIn(path, directory, '.db')

/** Unfinished backups of processes that were killed. Call it only while no other process makes one. */
export const halvesIn = (path: string, directory: string) => endingIn(path, directory, halfOf('.db'))

function endingIn(path: string, directory: string, ending: string): Copy[] {
  const prefix = `${parse(path).name}-`
  const isStamped = (file: string) =>
    file.startsWith(prefix) && file.endsWith(ending) && STAMP.test(file.slice(prefix.length, -ending.length))
  return filesIn(directory)
    .filter(isStamped)
    .map((file) => ({ path: join(directory, file), at: instantOf(file.slice(prefix.length)) ?? 0 }))
    .sort((a, b) => b.at - a.at)
}

/** Waits until a file, or the names in a folder, are on the disk. */
export function sync(path: string): void {
  const fd = openSync(path, 'r')
  fsyncSync(fd)
  closeSync(fd)
}

const filesIn = (directory: string) => (existsSync(directory) ? readdirSync(directory) : [])

const stampOf = (at: number) => new Date(at).toISOString().replace(/[-:.]/g, '')

const STAMP = /^\d{8}T\d{9}Z$/

function instantOf(file: string): number | null {
  const found = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(file)
  if (!found) return null
  const [, year, month, day, hour, minute, second, ms] = found
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
}
