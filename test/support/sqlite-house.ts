import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { lookAt, valueOf } from './sqlite-value.ts'
import { newDirectory, removeDirectory, startProcess } from './process.ts'

/** A company of the sample with ten invitations. */
export const MESA = 'fazenda-santa-clara'

const PRELOAD = `--import=${new URL('failpoint.mjs', import.meta.url).href}`

export type House = ReturnType<typeof openHouse>

/** A database file for the test, and any number of built servers on it, all ended with the test. */
export function openHouse() {
  const directory = newDirectory()
  onTestFinished(() => removeDirectory(directory))
  const path = join(directory, 'convites.db')
  return {
    /** Holds only the database and its accompanying files. */
    directory,
    /** The database file. */
    path,
    /** Starts the built server on it, in demonstration. FAILPOINT and NAIVE are those of failpoint.mjs. */
    start: async (env: Record<string, string> = {}) => {
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
    count: (what: string) => lookAt(path, (db) => valueOf(db, `SELECT count(*) FROM ${what}`)),
    /** Adds a company. */
    put: (empresaid: string, icredencial: number) =>
      lookAt(path, (db) => {
        const insert = 'INSERT INTO empresa (empresaid, nome, icredencial, licredencial) VALUES (?, ?, ?, 0)'
        db.prepare(insert).run(empresaid, empresaid, icredencial)
      }),
  }
}
