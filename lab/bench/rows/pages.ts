import { isDeepStrictEqual } from 'node:util'
import { startProduct, startRaw, startRemixServe, withContestants } from '../contestants.ts'
import { interleave, type Effort, type Figures, type Measurement } from '../measurement.ts'
import { refuseOtherPage, samplePage, type Page } from '../page.ts'
import type { Contestant } from '../process.ts'
import { record } from '../record.ts'
import { median } from '../statistics.ts'
import { driveByWrk, type Wrked } from '../wrk.ts'

export const EMPRESA = '/fazenda-santa-clara'
const REMIX_SERVE = 'stock remix-serve'

/** The share of one core that raw node:http must have used while it was driven. */
const CORE_MIN = 0.9

const p99 = (path: string) => ({
  name: `p99 ${path}`,
  goal: { kind: 'at-most', value: 1 / 3 } as const,
  unit: 'ms',
  peer: REMIX_SERVE,
})
const perSecond = (path: string, peer: string, value: number) => ({
  name: `requests/s ${path}`,
  goal: { kind: 'at-least', value } as const,
  unit: 'req/s',
  peer,
})

/** A page that is the same for everyone, against the limit and against stock remix-serve. */
function commonPage(path: string, goal: number): Measurement {
  return {
    rows: [perSecond(path, 'raw node:http', goal), p99(path)],
    measure: (effort, directory) =>
      withContestants([startProduct(directory), startRemixServe(directory, 'sqlite')], async (servers) => {
        const [product, remixServe] = await pagesOf(path, servers)
        const answers = { [path]: record(product.page.sample) }
        return withContestants([startRaw(directory, answers)], async ([server]) => {
          const raw = await sideOf(path, server)
          refuseOtherBytes(product.page, raw.page)
          const [ours = [], limit = [], stock = []] = await load(effort, [product, raw, remixServe])
          refuseIdle(limit)
          return [ratesOf(ours, limit, [product, raw]), p99Of(ours, stock)]
        })
      }),
  }
}

/** A company's page, against stock remix-serve. */
const empresaPage: Measurement = {
  rows: [perSecond('/{empresaid}', REMIX_SERVE, 3), p99('/{empresaid}')],
  measure: (effort, directory) =>
    withContestants([startProduct(directory), startRemixServe(directory, 'sqlite')], async (servers) => {
      const sides = await pagesOf(EMPRESA, servers)
      const [ours = [], stock = []] = await load(effort, sides)
      return [ratesOf(ours, stock, sides), p99Of(ours, stock)]
    }),
}

export const pages: Measurement[] = [commonPage('/', 0.6), commonPage('/cadastro', 0.4), empresaPage]

interface Side {
  server: Contestant
  page: Page
}

async function sideOf(path: string, server: Contestant | undefined): Promise<Side> {
  if (!server) throw new Error('not started')
  return { server, page: await samplePage(server.port, path) }
}

async function pagesOf(path: string, [product, remixServe]: Contestant[]): Promise<[Side, Side]> {
  const sides: [Side, Side] = [await sideOf(path, product), await sideOf(path, remixServe)]
  refuseOtherPage(path, sides[0].page.sample, sides[1].page.sample)
  return sides
}

function refuseOtherBytes(ours: Page, raw: Page): void {
  if (isDeepStrictEqual(record(ours.sample), record(raw.sample))) return
  throw new Error(`not the same headers and bytes: ours\n${ours.sample.head}\n\nraw\n${raw.sample.head}`)
}

/**
 * A limit that waits for its driver is measured too low, which would flatter us.
 * @throws Error when the median of the rounds did not keep a core busy
 */
export function refuseIdle(limit: Loaded[]): void {
  const used = median(limit.map(({ serverCpuMs, perSecond }) => (serverCpuMs * perSecond) / 1000))
  if (used >= CORE_MIN) return
  throw new Error(
    `raw node:http used ${(used * 100).toFixed(0)} % of a core: its limit was not reached, or the machine was busy`,
  )
}

type Loaded = Wrked & { serverCpuMs: number }

async function load({ rounds, seconds }: Effort, sides: Side[]): Promise<Loaded[][]> {
  const runs = sides.map(({ server, page }) => async () => {
    const before = server.cpuMs()
    const driven = await driveByWrk(server.port, page.ask, seconds)
    return { ...driven, serverCpuMs: (server.cpuMs() - before) / driven.answers }
  })
  await interleave(1, runs)
  return interleave(rounds, runs)
}

function ratesOf(ours: Loaded[], peer: Loaded[], [product, other]: Side[]): Figures {
  const bytes = [product, other].map((side) => side?.page.sample.body.length ?? 0)
  const cpuMs = median(peer.map(({ serverCpuMs }) => serverCpuMs))
  return {
    ours: ours.map((driven) => driven.perSecond),
    peer: peer.map((driven) => driven.perSecond),
    note: `${bytes.join(' and ')} bytes; the peer used ${(cpuMs * 1000).toFixed(1)} µs of CPU per answer`,
  }
}

function p99Of(ours: Loaded[], peer: Loaded[]): Figures {
  return {
    ours: ours.map((driven) => driven.p99Ms),
    peer: peer.map((driven) => driven.p99Ms),
    note: '32 connections',
  }
}
