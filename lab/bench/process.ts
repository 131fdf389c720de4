import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { startProcess } from '../../test/support/process.ts'

/** A server started for the benchmark. */
export interface Contestant {
  port: number
  /** Processor time used since it started, threads included, in milliseconds. */
  cpuMs: () => number
  /** Resident memory now, in bytes. */
  rssBytes: () => number
  stop: () => Promise<void>
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

const running = new Set<ChildProcess>()
// Every process started here ends with the benchmark, however that ends.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts one of our processes with only PATH, HOME and `env` in its environment, and discards its output. */
export function start(script: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  // Unread output would block it once the pipe is full.
  child.stderr?.resume()
  return child
}

/** Ends it and waits until it has ended. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/**
 * Starts a server on a free port of loopback, passed as PORT, and waits until it answers `path` with 200.
 * @throws Error when it ends first or does not answer in time
 */
export async function startServer(
  script: string,
  args: string[],
  env: Record<string, string>,
  path: string,
): Promise<Contestant> {
  const home = { HOST: '127.0.0.1', HOME: process.env.HOME ?? '' }
  const { port, child } = await startProcess(script, '.', { ...home, ...env }, { args, path, isMute: true })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const { pid } = child
  return {
    port,
    cpuMs() {
      // The name in brackets may contain spaces; utime and stime are the 12th and 13th after it.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS
    },
    rssBytes() {
      const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      return Number(kilobytes) * 1024
    },
    stop: () => stop(child),
  }
}
