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
/** Neither our secrets nor options of the Node that runs us. */
const ENVIRONMENT = { NODE_ENV: 'production' as const }
const argumentsOf = (from: string, to: string) => [
  SCRIPT,
  hasOwn() ? 'own' : 'package',
  resolve(from),
  resolve(halfOf(to)),
  resolve(to),
  String(process.pid),
]

/**
 * Copies a database that is in use, in a process of its own: checked, on the disk, and readable by its owner alone
 * before it has its name.
 * @param onStart is given what ends it before it is done
 * @throws StorageError saying why not; then nothing of it is left
 */
export async function copyDatabase(
  from: string,
  to: string,
  onStart: (end: () => void) => void = () => {},
): Promise<void> {
  const child = spawn(process.execPath, argumentsOf(from, to), {
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'ignore'] as const,
  })
  const removeHalf = () => rmSync(halfOf(to), { force: true })
  onStart(() => {
    child.kill('SIGKILL')
    // At once: who ends it may be about to exit.
    removeHalf()
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (code === 0) return
  removeHalf()
  throw failureOf(said, code ?? signal)
}

/** The same for a start, which nobody waits beside. */
export function copyDatabaseNow(from: string, to: string): void {
  const { status, signal, stdout } = spawnSync(process.execPath, argumentsOf(from, to), {
    env: ENVIRONMENT,
    encoding: 'utf8' as const,
    stdio: ['ignore', 'pipe', 'ignore'] as const,
  })
  if (status === 0) return
  rmSync(halfOf(to), { force: true })
  throw failureOf(stdout, status ?? signal)
}

const failureOf = (said: string, ended: unknown) =>
  new StorageError(`[sqlite] the copy failed: ${said || `its process ended with ${String(ended)}`}`)

/** What is added to a database's name by a file beside it that holds what it holds; `*` stands for a number or an instant. */
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

/** Where the copy made before the schema rises from a version lies. */
export const upgradeCopyOf = (path: string, version: number) => named(path, 'version', String(version))

/** Where a database lies that another took the place of. */
export const formerOf = (path: string, at: number) => named(path, 'former', stampOf(at))

/** Where a copy is made ready that is put back. */
export const restoringOf = (path: string) => named(path, 'restoring')

/** The one file it becomes. */
export const wholeOf = (path: string) => named(path, 'whole')

/** Any of them, one made of another too, and what SQLite adds. */
const BESIDE = new RegExp(
  `^(${Object.values(ADDED)
    .map((added) => added.replace('.', String.raw`\.`).replace('*', String.raw`[\dTZ]+`))
    .join('|')})+(-wal|-shm|-journal)?$`,
)

/** Copies beside a database, whole or in halves, also those of processes that were ended while making them. */
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

/** The name of a backup, `convites-20270917T223000123Z.db`: its time goes along where the file is carried. */
export const backupOf = (path: string, directory: string, at: number) =>
  join(directory, `${parse(path).name}-${stampOf(at)}.db`)

/** The whole backups of a database in a folder, newest first. */
export function backupsIn(path: string, directory: string): Copy[] {
  return filesIn(directory)
    .map((file) => ({ path: join(directory, file), at: instantIn(path, file, '.db') }))
    .filter((copy): copy is Copy => copy.at !== null)
    .sort((a, b) => b.at - a.at)
}

/** What processes that were killed left of backups they were making. To be asked while no other makes one. */
export const halvesIn = (path: string, directory: string) =>
  filesIn(directory)
    .filter((file) => instantIn(path, file, halfOf('.db')) !== null)
    .map((file) => join(directory, file))

/** Waits until a file, or the names in a folder, are on the disk. */
export function sync(path: string): void {
  const fd = openSync(path, 'r')
  fsyncSync(fd)
  closeSync(fd)
}

const filesIn = (directory: string) => (existsSync(directory) ? readdirSync(directory) : [])

const stampOf = (at: number) => new Date(at).toISOString().replace(/[-:.]/g, '')

/** The instant in the name of a file that is this database's, and ends so. */
function instantIn(path: string, file: string, ending: string): number | null {
  const prefix = `${parse(path).name}-`
  const isMine = file.startsWith(prefix) && file.endsWith(ending)
  return isMine && file.length === prefix.length + STAMP_LENGTH + ending.length ? instantOf(file) : null
}

const STAMP_LENGTH = '20270917T223000123Z'.length

function instantOf(file: string): number | null {
  const found = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(file)
  if (!found) return null
  const [, year, month, day, hour, minute, second, ms] = found
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
}
