import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * A process that waits for a line on standard input, so that several begin together, and prints a line for
 * each answer.
 */
export interface Worker {
  process: ChildProcess
  /** What it has printed so far, a line for each answer. */
  lines: string[]
  /** Lets it begin. */
  begin: () => void
  /** Waits for this many answers. @throws Error when it ends first */
  answered: (count: number) => Promise<string[]>
  /** How it ended, with its standard error. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stderr: string }>
}

/** Starts a script and waits until it prints that it is ready. */
export async function startWorker(
  script: URL,
  args: (string | number)[],
  env: Record<string, string> = {},
): Promise<Worker> {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args.map(String)], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const output = createInterface(child.stdout)
  const ended = Promise.all([once(child, 'exit'), once(output, 'close')]).then(([[code, signal]]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stderr,
  }))
  const [first] = (await Promise.race([
    once(output, 'line'),
    ended.then((end) => Promise.reject(new Error(`the worker did not start: ${JSON.stringify(end)}`))),
  ])) as [string]
  if (first !== 'ready') throw new Error(`the worker is not ready: ${first}`)
  output.on('line', (line) => lines.push(line))
  const answered = (count: number) =>
    new Promise<string[]>((resolve, reject) => {
      const look = () => {
        if (lines.length < count) return
        output.off('line', look)
        resolve(lines)
      }
      output.on('line', look)
      look()
      void ended.then((end) => reject(new Error(`the worker ended early: ${JSON.stringify(end)}`)))
    })
  return { process: child, lines, begin: () => child.stdin.end('begin\n'), answered, ended }
}

/** Lets all begin together. @returns their lines, once all have ended well */
export async function runTogether(workers: Worker[]): Promise<string[]> {
  for (const worker of workers) worker.begin()
  for (const worker of workers) {
    const end = await worker.ended
    if (end.code !== 0) throw new Error(`a worker failed: ${JSON.stringify(end)}`)
  }
  return workers.flatMap((worker) => worker.lines)
}

/** The first of several to have printed this many lines: which it is, depends on the machine. */
export const firstTo = (count: number, workers: Worker[]): Promise<Worker> =>
  Promise.any(workers.map((worker) => worker.answered(count).then(() => worker)))
