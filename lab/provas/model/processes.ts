import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Actor, TimedAct } from './answers.ts'

const WORKER = fileURLToPath(new URL('worker.js', import.meta.url))
const PROCESSES = 4

/** What is done together, and by how many in each process, so that acts share a commit too. */
export interface Crowd extends Pick<Actor, 'mix' | 'seed'> {
  actors: number
  total: number
}

/** Acts in four processes at once. @param storage as the worker wants it @returns what all told, once they ended well */
export async function actInProcesses(
  storage: string[],
  { mix, seed, actors: perProcess, total }: Crowd,
  env: Record<string, string> = {},
): Promise<TimedAct[]> {
  const each = Math.ceil(total / PROCESSES / perProcess)
  const workers = await Promise.all(
    Array.from({ length: PROCESSES }, async (_, n) => {
      const actors = Array.from({ length: perProcess }, (_, m) => n * perProcess + m)
      const args = [...storage, '--', mix, seed, each, ...actors].map(String)
      const child = spawn(process.execPath, [WORKER, ...args], {
        env: { ...process.env, ...env },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      const told: TimedAct[] = []
      const output = createInterface(child.stdout)
      const ended = Promise.all([once(child, 'exit'), once(output, 'close')])
      await Promise.race([once(output, 'line'), ended])
      output.on('line', (line) => told.push(JSON.parse(line) as TimedAct))
      return { child, told, ended }
    }),
  )
  for (const { child } of workers) child.stdin.end('begin\n')
  const all = await Promise.all(
    workers.map(async ({ ended, told }) => {
      const [[code]] = (await ended) as [[number | null], unknown]
      if (code !== 0) throw new Error(`a process ended with ${code}`)
      return told
    }),
  )
  return all.flat()
}
