import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer, type Contestant } from './process.ts'
import type { Recorded } from './record.ts'

/** The Host of every request and the address in every page: a demonstration answers to no other name. */
export const HOST = 'localhost'

/**
 * As in production for guests, except that one address may post without limit. The sample companies, an event
 * that is never over, and no `.env`.
 */
const SETTINGS = {
  PUBLIC_ORIGIN: '',
  POSTS_PER_MINUTE: '0',
  LOG_LEVEL: 'info',
  EVENTO: 'test/support/evento-por-vir.json',
  SESSION_SECRET: '',
  CREDENCIAL_SECRET: '',
}

export const databaseOf = (directory: string, name: string) => join(directory, `${name}.db`)

/** This product as `npm start` runs it, on SQLite. @param settings override the common ones */
export function startProduct(directory: string, settings: Record<string, string> = {}): Promise<Contestant> {
  const env = { ...SETTINGS, STORAGE: 'sqlite', SQLITE_PATH: databaseOf(directory, 'product'), ...settings }
  return startServer('build/node/main.js', [], env, '/saude')
}

/** The same build under stock remix-serve, on its own SQLite file or without storage. */
export function startRemixServe(directory: string, storage: 'sqlite' | 'memory'): Promise<Contestant> {
  const env = { ...SETTINGS, STORAGE: storage, SQLITE_PATH: databaseOf(directory, 'remix-serve') }
  return startServer('build/node/remix-serve.js', [], env, '/saude')
}

/** node:http serving these answers by path, and nothing else. */
export function startRaw(directory: string, answers: Record<string, Recorded>): Promise<Contestant> {
  const path = join(directory, 'answers.json')
  writeFileSync(path, JSON.stringify(answers))
  return startServer('build/lab/lab/bench/peers/raw.js', [path], {}, Object.keys(answers)[0] ?? '/')
}

/** Passes the contestants to `act`, and stops them whatever happens. */
export async function withContestants<Result>(
  started: Promise<Contestant>[],
  act: (contestants: Contestant[]) => Promise<Result>,
): Promise<Result> {
  try {
    return await act(await Promise.all(started))
  } finally {
    for (const result of await Promise.allSettled(started)) {
      if (result.status === 'fulfilled') await result.value.stop()
    }
  }
}
