import { onTestFinished } from 'vitest'
import { NOW } from './factories.ts'
import { startWorker, type Worker } from './workers.ts'

const endWithTest = (worker: Worker): Worker => {
  onTestFinished(() => void worker.process.kill('SIGKILL'))
  return worker
}

/**
 * Starts a process of the built product on a database file and waits until it is ready. It ends with the
 * test.
 */
export const startOnSqlite = async (...args: (string | number)[]): Promise<Worker> =>
  endWithTest(await startWorker(new URL('sqlite-worker.mjs', import.meta.url), args))

/** Starts a process that dies as by kill -9 at a point of an act (`failpoint.mjs`). */
export async function startDyingOnSqlite(failpoint: string, ...args: (string | number)[]): Promise<Worker> {
  const preload = `--import=${new URL('failpoint.mjs', import.meta.url).href}`
  const env = { NODE_OPTIONS: preload, FAILPOINT: failpoint }
  return endWithTest(await startWorker(new URL('sqlite-worker.mjs', import.meta.url), args, env))
}

/**
 * Starts processes of the built product on a Firestore and waits until they are ready. They end with the
 * test.
 */
export function startOnFirebase(
  processes: number,
  { host, projectId, rtdbUrl, empresaid, count }: Race,
): Promise<Worker[]> {
  const script = new URL('firebase-worker.mjs', import.meta.url)
  const env = { FIRESTORE_EMULATOR_HOST: host, METADATA_SERVER_DETECTION: 'none' }
  return Promise.all(
    Array.from({ length: processes }, async (_, i) =>
      endWithTest(await startWorker(script, [projectId, rtdbUrl, empresaid, count, `w${i}`, NOW], env)),
    ),
  )
}

export interface Race {
  host: string
  projectId: string
  rtdbUrl: string
  /** The company whose invitations are claimed; an empty text for a queue of reminders. */
  empresaid: string
  /** How many claims each process makes at once, or how long the queue is. */
  count: number
}

/**
 * Claims from several processes of the built product, which begin together once all are ready.
 * @returns how each claim ended, and the milliseconds from the signal to the last answer
 */
export async function raceInProcesses(
  processes: number,
  race: Race,
): Promise<{ kinds: string[]; ms: number }> {
  const { count } = race
  const workers = await startOnFirebase(processes, race)
  const begun = performance.now()
  for (const worker of workers) worker.begin()
  const kinds = (await Promise.all(workers.map((worker) => worker.answered(count)))).flat()
  return { kinds, ms: performance.now() - begun }
}
