import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const WORKER = fileURLToPath(new URL('porta-brake-worker.js', import.meta.url))

/**
 * Stops processes three quarters of the time during `act`.
 * @returns also the share for which they really stopped
 */
export async function braked<T>(
  pids: number[],
  act: () => Promise<T>,
): Promise<{ result: T; stood: number }> {
  const brake = spawn(process.execPath, [WORKER, ...pids.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(brake.stdout)
  let [ran, stood] = [0, 0]
  lines.on('line', (line) => ([ran = 0, stood = 0] = line.split(' ').map(Number)))
  try {
    await once(lines, 'line')
    const result = await act()
    return { result, stood: stood / (ran + stood) }
  } finally {
    brake.kill('SIGKILL')
    await once(brake, 'exit')
    for (const pid of pids) release(pid)
  }
}

function release(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch {
    // It has already ended.
  }
}
