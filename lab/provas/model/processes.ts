import { runTogether, startWorker } from '../../../test/support/workers.ts'
import type { Actor, TimedAct } from './answers.ts'

const PROCESSES = 4

/** The acts done together, and how many actors each process has, so that acts share a commit too. */
export interface Crowd extends Pick<Actor, 'mix' | 'seed'> {
  actors: number
  total: number
}

/**
 * Acts in four processes at once.
 * @param storage the worker's arguments
 * @returns all acts, once the workers end well
 */
export async function actInProcesses(
  storage: string[],
  { mix, seed, actors, total }: Crowd,
  env: Record<string, string> = {},
): Promise<TimedAct[]> {
  const each = Math.ceil(total / PROCESSES / actors)
  const script = new URL('worker.js', import.meta.url)
  const workers = await Promise.all(
    Array.from({ length: PROCESSES }, (_, n) => {
      const numbers = Array.from({ length: actors }, (_, m) => n * actors + m)
      return startWorker(script, [...storage, '--', mix, seed, each, ...numbers], env)
    }),
  )
  return (await runTogether(workers)).map((line) => JSON.parse(line) as TimedAct)
}
