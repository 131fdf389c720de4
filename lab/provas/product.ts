import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Database } from '../../server/repos/sqlite/database.ts'
import { aSecret, EVENTO_POR_VIR, SECRET } from '../../test/support/environment.ts'
import {
  newDirectory,
  removeDirectory,
  startProcess,
  type ServerProcess,
} from '../../test/support/process.ts'

/** Signs the links and the pairings of {@link startServer}'s databases. */
export const CREDENCIAL_SECRET = aSecret('credencial')
export const PUBLIC_ORIGIN = 'https://convite.test'

/**
 * As behind an organiser's proxy, with default limits: the guests of the load have thousands of addresses.
 */
export const PRODUCTION = {
  HOST: '127.0.0.1',
  EVENTO: EVENTO_POR_VIR,
  STORAGE: 'sqlite',
  SESSION_SECRET: SECRET,
  CREDENCIAL_SECRET,
  PUBLIC_ORIGIN,
  TRUST_PROXY_HOPS: '1',
  POSTS_PER_MINUTE: '',
  LOG_LEVEL: 'warn',
}

const starting = new Set<Promise<ServerProcess>>()
const directories = new Set<string>()

/** Starts the built server in production on a directory's database, and waits until it answers. */
export function startServer(directory: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const started = startProcess('build/node/main.js', directory, { ...PRODUCTION, ...env })
  starting.add(started)
  started.catch(() => {})
  return started
}

/** Creates a directory for a database with companies and their invitations. */
export function newDatabase(empresas: Record<string, number> = {}): string {
  const directory = newDirectory()
  directories.add(directory)
  if (Object.keys(empresas).length === 0) return directory
  const path = join(directory, 'empresas.csv')
  const rows = Object.entries(empresas).map(([empresaid, convites]) => `${empresaid};Mesa;${convites}`)
  writeFileSync(path, ['empresaid;nome;icredencial', ...rows, ''].join('\n'))
  const { status, stderr } = runCommand(directory, 'empresas', 'importar', path)
  if (status !== 0) throw new Error(`the companies were not imported: ${stderr}`)
  return directory
}

/** Runs one of the organiser's commands on a directory's database, to its end. */
export function runCommand(directory: string, command: string, ...args: string[]) {
  const env = {
    ...PRODUCTION,
    NODE_ENV: 'production' as const,
    PATH: process.env.PATH,
    SQLITE_PATH: databaseIn(directory),
  }
  return spawnSync(process.execPath, ['build/node/cli/main.js', command, ...args], { env, encoding: 'utf8' })
}

/** The database file of a server in that directory. */
export const databaseIn = (directory: string) => join(directory, 'convites.db')

/** Opens a directory's database, and closes it again. */
export const lookAt = <Result>(directory: string, look: (db: Database) => Result): Result =>
  lookAtFile(databaseIn(directory), look)

/** The same for any database file. */
export function lookAtFile<Result>(path: string, look: (db: Database) => Result): Result {
  const db = new Database(path)
  try {
    return look(db)
  } finally {
    db.close()
  }
}

/** Kills every server started here and removes their data. */
export async function endAll(): Promise<void> {
  for (const started of await Promise.allSettled(starting)) {
    if (started.status === 'fulfilled') await started.value.stop('SIGKILL')
  }
  starting.clear()
  directories.forEach(removeDirectory)
  directories.clear()
}
