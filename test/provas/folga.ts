import { readdirSync } from 'node:fs'
import type { ServerProcess } from '../support/journey.ts'
import { MESA, newGuests } from './guests.ts'
import { crowd, get, type Client } from './load.ts'
import { newDatabase, startServer } from './product.ts'
import { sleep, type Prova } from './prova.ts'

/** The crowd rests for a moment while the heap is read, so that all its connections are closed. */
const REST_MS = 500

/** The soak: pages and registrations for minutes on end, the heap after collection and the open files read in between. */
export const folga: Prova = {
  goal: '10 minutes of mixed load: heap after collection grows < 1 MB/min, file descriptors flat',
  limitSeconds: { full: 720, short: 60 },
  async run(isShort) {
    const { bursts, burstMs, warmUp } = isShort
      ? { bursts: 5, burstMs: 2_000, warmUp: 3 }
      : { bursts: 30, burstMs: 19_500, warmUp: 6 }
    const server = await startServer(newDatabase({ [MESA]: 1_000_000 }), {
      NODE_OPTIONS: `--import=${new URL('heap-probe.js', import.meta.url).href}`,
    })
    const guests = newGuests()
    let n = 0
    const act = async (client: Client) => {
      const path = ['/', `/${MESA}`, '/cadastro', '/nada/aqui'][n % 4] ?? '/'
      await client.ask(get(path, n++))
      await guests.register(client)
    }
    const samples: { minutes: number; heapMb: number; files: number }[] = []
    const begun = performance.now()
    for (let burst = 0; burst < bursts; burst++) {
      const until = performance.now() + burstMs
      await crowd([server.port], 16, act, () => performance.now() > until)
      await sleep(REST_MS)
      const minutes = (performance.now() - begun) / 60_000
      samples.push({ minutes, heapMb: (await readHeap(server)) / 2 ** 20, files: countFiles(server) })
    }
    const warm = samples.slice(warmUp)
    const last = warm.at(-1) ?? { minutes: 0, heapMb: 0 }
    // In seconds a slope is noise, and caches still fill; something kept of each request would bring 20 MB.
    const growth = isShort ? last.heapMb - (warm[0]?.heapMb ?? 0) : slopeOf(warm)
    const files = warm.map((sample) => sample.files)
    return {
      figure:
        `${guests.acknowledged()} registrations in ${last.minutes.toFixed(1)} min: ` +
        `heap ${last.heapMb.toFixed(1)} MB, grew ${growth.toFixed(2)} MB${isShort ? '' : '/min'}, ` +
        `${Math.min(...files)} to ${Math.max(...files)} files open`,
      isReached:
        growth < (isShort ? 5 : 1) &&
        Math.max(...files) - Math.min(...files) <= 2 &&
        guests.acknowledged() > 100,
    }
  },
}

/** Bytes on the server's heap after a collection. */
async function readHeap({ child, printed }: ServerProcess): Promise<number> {
  const told = () => [...printed().matchAll(/^heap (\d+)$/gm)]
  const before = told().length
  child.kill('SIGUSR2')
  while (told().length === before) await sleep(10)
  return Number(told().at(-1)?.[1])
}

const countFiles = ({ child }: ServerProcess) => readdirSync(`/proc/${child.pid}/fd`).length

/** Megabytes a minute, by least squares. */
function slopeOf(samples: { minutes: number; heapMb: number }[]): number {
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length
  const x = mean(samples.map(({ minutes }) => minutes))
  const y = mean(samples.map(({ heapMb }) => heapMb))
  const over = mean(samples.map(({ minutes, heapMb }) => (minutes - x) * (heapMb - y)))
  return over / mean(samples.map(({ minutes }) => (minutes - x) ** 2))
}
