import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { lookAt, valueOf } from './sqlite-value.ts'
import { newDirectory, removeDirectory, startProcess, type ServerProcess } from './process.ts'

/** A company of the sample with ten invitations, and one with the last. */
export const MESA = 'fazenda-santa-clara'
export const LAST = 'leiloes-do-cerrado'

const PRELOAD = `--import=${new URL('failpoint.mjs', import.meta.url).href}`

export interface House {
  /** Has nothing in it but the database and what lies beside it. */
  directory: string
  /** The database file. */
  path: string
  /** Starts the built server on it, in demonstration. FAILPOINT and NAIVE are those of failpoint.mjs. */
  start: (env?: Record<string, string>) => Promise<ServerProcess>
  count: (what: string) => unknown
  /** Adds a company. */
  put: (empresaid: string, icredencial: number) => void
}

/** A database file of the test's own, and any number of built servers on it, all ended with the test. */
export function openHouse(): House {
  const directory = newDirectory()
  onTestFinished(() => removeDirectory(directory))
  const path = join(directory, 'convites.db')
  return {
    directory,
    path,
    async start(env = {}) {
      const isFaulty = 'FAILPOINT' in env || 'NAIVE' in env
      const server = await startProcess('build/node/main.js', directory, {
        ...env,
        ...(isFaulty && { NODE_OPTIONS: PRELOAD }),
      })
      onTestFinished(async () => {
        await server.stop('SIGKILL')
      })
      return server
    },
    count: (what) => lookAt(path, (db) => valueOf(db, `SELECT count(*) FROM ${what}`)),
    put: (empresaid, icredencial) =>
      lookAt(path, (db) => {
        const insert = 'INSERT INTO empresa (empresaid, nome, icredencial, licredencial) VALUES (?, ?, ?, 0)'
        db.prepare(insert).run(empresaid, empresaid, icredencial)
      }),
  }
}
