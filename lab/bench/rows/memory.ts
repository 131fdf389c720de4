import { startProduct, startRemixServe, withContestants } from '../contestants.ts'
import { drive } from '../drive.ts'
import { interleave, type Measurement } from '../measurement.ts'
import { refuseOtherPage, samplePage } from '../page.ts'
import type { Contestant } from '../process.ts'
import { EMPRESA } from './pages.ts'

const PATHS = ['/', '/cadastro', EMPRESA]

/** At a hundred requests a second, 90,000 are done in this time. */
const SECONDS_MAX = 900

/**
 * The share of the requests that is sent in the rounds, so that the last round ends with the last request.
 */
const IN_ROUNDS = 0.1

/** Resident memory once both have answered the same requests, with the three pages in turn. */
export const memory: Measurement = {
  rows: [
    {
      name: 'memory after 100,000 requests',
      goal: { kind: 'at-most', value: 0.5 },
      unit: 'MiB',
      peer: 'stock remix-serve',
    },
  ],
  measure: ({ rounds, requests }, directory) =>
    withContestants([startProduct(directory), startRemixServe(directory, 'sqlite')], async (servers) => {
      const asks = await Promise.all(servers.map(({ port }) => asksOf(port)))
      for (const [n, path] of PATHS.entries()) {
        const [ours, peer] = asks.map((pages) => pages[n]?.sample)
        if (ours && peer) refuseOtherPage(path, ours, peer)
      }
      const send = (count: number) =>
        servers.map((server, side) => () => sendAll(server, asks[side] ?? [], count))
      await interleave(1, send(requests * (1 - IN_ROUNDS)))
      const [ours = [], peer = []] = await interleave(rounds, send((requests * IN_ROUNDS) / rounds))
      return [{ ours, peer, note: `${requests} requests each, the three pages in turn` }]
    }),
}

const asksOf = (port: number) => Promise.all(PATHS.map((path) => samplePage(port, path)))

async function sendAll(
  server: Contestant,
  pages: Awaited<ReturnType<typeof asksOf>>,
  requests: number,
): Promise<number> {
  const ask = (n: number) => {
    const page = pages[n % pages.length]
    if (!page) throw new Error('no page')
    return page.ask
  }
  const { answers } = await drive({ port: server.port, ask, seconds: SECONDS_MAX, requests })
  if (answers < requests) throw new Error(`${answers} of ${requests} requests in ${SECONDS_MAX} s`)
  return server.rssBytes() / 1024 ** 2
}
