import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/**
 * Lists what processes sync to disk during `act`.
 * @param path where strace writes
 * @returns the file of each `fdatasync` and `fsync`, one for each call
 */
export async function syncedDuring(
  pids: number[],
  path: string,
  act: () => Promise<void>,
): Promise<string[]> {
  const args = [
    '-f',
    '-y',
    '-e',
    'trace=fdatasync,fsync',
    '-o',
    path,
    ...pids.flatMap((pid) => ['-p', String(pid)]),
  ]
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  await once(strace, 'spawn')
  const said = createInterface(strace.stderr)
  const attached = new Set<string>()
  said.on('line', (line) => /^strace: Process (\d+) attached/.exec(line)?.[1] && attached.add(line))
  const failure = failed(strace)
  failure.catch(() => {})
  while (attached.size < pids.length) await Promise.race([once(said, 'line'), failure])
  try {
    await act()
  } finally {
    strace.kill('SIGINT')
    await failure.catch(() => {})
  }
  return [...readFileSync(path, 'utf8').matchAll(/\bf(?:data)?sync\(\d+<([^>]*)>/g)].map(
    ([, file = '']) => file,
  )
}

async function failed(strace: ReturnType<typeof spawn>): Promise<never> {
  const [code] = (await once(strace, 'exit')) as [number | null]
  throw new Error(`strace ended with ${code}`)
}
