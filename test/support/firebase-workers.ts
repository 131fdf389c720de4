import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { NOW } from './factories.ts'

const SCRIPT = fileURLToPath(new URL('firebase-worker.mjs', import.meta.url))

export interface Race {
  host: string
  projectId: string
  rtdbUrl: string
  empresaid: string
  /** How many claims each process makes at once. */
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
  const workers = await Promise.all(Array.from({ length: processes }, (_, i) => startWorker(`w${i}`, race)))
  const begun = performance.now()
  for (const worker of workers) worker.begin()
  const kinds = (await Promise.all(workers.map((worker) => worker.answers))).flat()
  return { kinds, ms: performance.now() - begun }
}

async function startWorker(name: string, { host, projectId, rtdbUrl, empresaid, count }: Race) {
  const child = spawn(
    process.execPath,
    [SCRIPT, projectId, rtdbUrl, empresaid, String(count), name, String(NOW)],
    {
      env: { ...process.env, FIRESTORE_EMULATOR_HOST: host, METADATA_SERVER_DETECTION: 'none' },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const output = createInterface(child.stdout)
  const lines: string[] = []
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`a process ended early: ${said}`)))
  const answers = new Promise<string[]>((resolve) => {
    output.on('line', (line) => {
      if (line !== 'ready') lines.push(line)
      if (lines.length === count) resolve(lines)
    })
  })
  const settled = Promise.race([answers, ended])
  settled.catch(() => {})
  await Promise.race([once(output, 'line'), ended])
  return { begin: () => child.stdin.end('begin\n'), answers: settled }
}
