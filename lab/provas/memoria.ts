import { readdirSync } from 'node:fs'
import { median } from '../bench/statistics.ts'
import type { ServerProcess } from '../../test/support/process.ts'
import { MESA, newConvidados } from './convidados.ts'
import { crowd, get, type Client } from './load.ts'
import { newDatabase, startServer } from './product.ts'
import { sleep, type Prova } from './prova.ts'

/** How long connections may take to close before the heap is read anyway. */
const CLOSING_MS = 10_000

/** Bytes of heap for each registration. Anything kept of a request, even just a name or a token, is more. */
const KEPT_MAX = 40

/**
 * The soak: pages and registrations, with readings of the heap after collection and of the open files in
 * between. Growth is measured for each registration rather than for each minute, so that a busy machine gives
 * the same result.
 */
export const memoria: Prova = {
  goal: '10 minutes and 90,000 registrations at least: heap after collection grows < 40 bytes a registration, file descriptors flat',
  limitSeconds: { full: 2_400, short: 180 },
  async run(isShort) {
    const { registrations, rajada, minutes, warmUp } = isShort
      ? { registrations: 2_500, rajada: 500, minutes: 0, warmUp: 2 }
      : { registrations: 90_000, rajada: 3_000, minutes: 10, warmUp: 6 }
    const server = await startServer(newDatabase({ [MESA]: 1_000_000 }), {
      NODE_OPTIONS: `--import=${new URL('heap-probe.js', import.meta.url).href}`,
    })
    const convidados = newConvidados()
    let n = 0
    const act = async (client: Client) => {
      const path = ['/', `/${MESA}`, '/cadastro', '/nada/aqui'][n % 4] ?? '/'
      await client.ask(get(path, n++))
      await convidados.register(client)
    }
    const begun = performance.now()
    const passed = () => (performance.now() - begun) / 60_000
    const filesAtRest = countFiles(server)
    const samples: Sample[] = []
    while (convidados.acknowledged() < registrations || passed() < minutes) {
      const until = convidados.acknowledged() + rajada
      await crowd([server.port], 16, act, () => convidados.acknowledged() >= until)
      await closedConnections(server, filesAtRest)
      samples.push({
        registrations: convidados.acknowledged(),
        heap: await readHeap(server),
        files: countFiles(server),
      })
    }
    const warm = samples.slice(warmUp)
    const last = warm.at(-1) ?? { registrations: 0, heap: 0 }
    const kept = slopeOf(warm)
    const files = warm.map((sample) => sample.files)
    return {
      figure:
        `${last.registrations} registrations in ${passed().toFixed(1)} min: heap ${(last.heap / 2 ** 20).toFixed(1)} MB, ` +
        `grew ${kept.toFixed(0)} bytes a registration, ${warm.length} readings, ` +
        `${Math.min(...files)} to ${Math.max(...files)} files open`,
      // Over seconds a slope is noise, and caches still fill. Something large kept of each request shows
      // anyway.
      isReached: kept < (isShort ? 5_000 : KEPT_MAX) && Math.max(...files) - Math.min(...files) <= 2,
    }
  },
}

interface Sample {
  registrations: number
  /** In bytes. */
  heap: number
  files: number
}

/**
 * Waits until the server holds as few files as before the crowd, so that no connection is counted as a leak.
 */
async function closedConnections(server: ServerProcess, filesAtRest: number): Promise<void> {
  const until = performance.now() + CLOSING_MS
  while (countFiles(server) > filesAtRest && performance.now() < until) await sleep(50)
}

/** Bytes of heap after a collection: the least of three, since what the first one frees lets go of more. */
async function readHeap({ child, printed }: ServerProcess): Promise<number> {
  const told = () => [...printed().matchAll(/^heap (\d+)$/gm)].map(([, bytes]) => Number(bytes))
  const before = told().length
  for (let read = before + 1; read <= before + 3; read++) {
    child.kill('SIGUSR2')
    while (told().length < read) await sleep(10)
    await sleep(50)
  }
  return Math.min(...told().slice(before))
}

const countFiles = ({ child }: ServerProcess) => readdirSync(`/proc/${child.pid}/fd`).length

/**
 * Bytes a registration: the median slope between all pairs of readings, which one odd reading does not move.
 */
function slopeOf(samples: Sample[]): number {
  const slopes = samples.flatMap((one, at) =>
    samples.slice(at + 1).map((other) => (other.heap - one.heap) / (other.registrations - one.registrations)),
  )
  return median(slopes)
}
