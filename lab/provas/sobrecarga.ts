import { percentile } from '../bench/statistics.ts'
import { crowd, openClient, type Client, type Outcome } from './load.ts'
import { endAll, newDatabase, startServer } from './product.ts'
import { sleep, type Measured, type Prova } from './prova.ts'
import { tableConvidados, TABLES } from './table-convidados.ts'

const TIMES = 8
/** The most connections of the offered load; arrivals beyond them are not offered, and counted as such. */
const CLIENTS_MAX = 1_500
/** Browsers of the closed loop that measures the peak. */
const PEAK_CLIENTS = 64

/**
 * The goals. The time of a refusal is given beside that of an admitted request, since milliseconds alone say
 * more about the machine than about the product. In a short run the second in which 1,500 connections come at
 * once weighs more, and the machine may have other things to do: it only shows that nothing collapses.
 */
const GOALS = {
  full: { goodput: 0.8, admittedMs: 1_000, shedOfAdmitted: 0.1 },
  short: { goodput: 0.25, admittedMs: 5_000, shedOfAdmitted: 0.5 },
}

/** A full run measures this many times, each on a server of its own, and must reach all goals this often. */
const RUNS = { times: 3, reached: 2 }

/**
 * Overload and peak take turns, so that a machine whose speed varies is compared with itself. Each half of a
 * turn lasts this many seconds.
 */
const ROUNDS = { full: { times: 4, peak: 4, overload: 6 }, short: { times: 1, peak: 2, overload: 8 } }

/** Arrivals on a clock, however those before fared, far beyond what the server can do. */
export const sobrecarga: Prova = {
  goal:
    'in two runs of three: 8× overload, 99 % of it offered: goodput ≥ 80 % of peak, admitted p99 ≤ 1 s, the rest 503 ' +
    'with Retry-After, their p99 ≤ a tenth of the admitted p99; none refused of 200 at once',
  limitSeconds: { full: 480, short: 90 },
  async run(isShort) {
    if (isShort) return measureOnce(true)
    const runs: Measured[] = []
    const reached = () => runs.filter(({ isReached }) => isReached).length
    while (runs.length < RUNS.times && reached() < RUNS.reached) runs.push(await measureOnce(false))
    return { figure: runs.map(({ figure }) => figure).join(' | '), isReached: reached() >= RUNS.reached }
  },
}

async function measureOnce(isShort: boolean): Promise<Measured> {
  const { port } = await startServer(newDatabase(TABLES))
  const next = await tableConvidados(port)
  const rest = stayAwake()
  try {
    return await measure(port, next, isShort)
  } finally {
    rest()
    await endAll()
  }
}

async function measure(port: number, next: () => string, isShort: boolean): Promise<Measured> {
  await closedLoop(port, next, 32, isShort ? 1 : 5)
  const refusedOf200 = await atOnce(port, next, 200, isShort ? 2 : 10)
  const rounds = isShort ? ROUNDS.short : ROUNDS.full
  const seconds = rounds.times * rounds.overload
  const crowd: Crowd = { idle: [], clients: [] }
  const peaks = [await closedLoop(port, next, PEAK_CLIENTS, rounds.peak)]
  const offered: Offered = nothingOffered()
  let due = 0
  for (let round = 0; round < rounds.times; round++) {
    const perSecond = (peaks[round] ?? 0) * TIMES
    due += perSecond * rounds.overload
    await openLoop(port, next, perSecond, rounds.overload, crowd, offered)
    peaks.push(await closedLoop(port, next, PEAK_CLIENTS, rounds.peak))
  }
  for (const client of crowd.clients) client.close()
  const { good, goodInTime, formsInTime, shed, other, notOffered, lags } = offered
  if (good.length === 0 || shed.length === 0)
    return { figure: `${good.length} served, ${shed.length} × 503, ${other} otherwise`, isReached: false }
  const peak = mean(peaks)
  const goodput = goodInTime / seconds
  const goals = isShort ? GOALS.short : GOALS.full
  const slow = percentile(good, 99)
  const slowShed = percentile(shed, 99)
  return {
    figure:
      `peak ${peak.toFixed(0)}/s (${peaks.map((one) => one.toFixed(0)).join(', ')}), ` +
      `offered ${(due / seconds).toFixed(0)}/s for ${seconds} s in between: ` +
      `goodput ${goodput.toFixed(0)}/s (${((100 * goodput) / peak).toFixed(0)} %, ` +
      `${((100 * formsInTime) / goodInTime).toFixed(0)} % of it forms), admitted p99 ${slow.toFixed(0)} ms, ` +
      `${shed.length} × 503 p99 ${slowShed.toFixed(0)} ms (${((100 * slowShed) / slow).toFixed(0)} %), ${other} otherwise, ${notOffered} not offered, ` +
      `generator p99 ${percentile(lags, 99).toFixed(0)} ms late; ${refusedOf200} refused of 200 at once`,
    isReached:
      (isShort || notOffered <= 0.01 * due) &&
      goodput >= goals.goodput * peak &&
      slow <= goals.admittedMs &&
      slowShed <= goals.shedOfAdmitted * slow &&
      other === 0 &&
      refusedOf200 === 0,
  }
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Keeps this process as busy at the peak as in the overload. Where both share a few cores, it takes time from
 * the server, and each answer to a sleeping process would have to wake it.
 * @returns a function that lets it sleep again
 */
function stayAwake(): () => void {
  let isAwake = true
  const turn = () => {
    if (isAwake) setImmediate(turn)
  }
  turn()
  return () => void (isAwake = false)
}

const isGood = (outcome: Outcome) => outcome.kind === 'answered' && outcome.status < 400

/** @returns good answers a second for a number of browsers, each waiting for its answer */
async function closedLoop(port: number, next: () => string, size: number, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let good = 0
  const act = async (client: Client) => {
    if (isGood(await client.ask(next()))) good += 1
  }
  await crowd([port], size, act, () => performance.now() >= until)
  return good / seconds
}

/** @returns how many requests were not served, of all those sent at the same instant */
async function atOnce(port: number, next: () => string, size: number, rounds: number): Promise<number> {
  const clients = Array.from({ length: size }, () => openClient(port))
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const outcomes = await Promise.all(clients.map((client) => client.ask(next())))
    refused += outcomes.filter((outcome) => !isGood(outcome)).length
  }
  for (const client of clients) client.close()
  return refused
}

interface Offered {
  /** Milliseconds until the answer: of served requests, and of those that got 503 with Retry-After. */
  good: number[]
  shed: number[]
  /** How many were served while the load was on, and how many of these were claims and registrations. */
  goodInTime: number
  formsInTime: number
  /** Any other result: an error, no answer, a 503 without Retry-After. */
  other: number
  /** Arrivals that found no free connection. */
  notOffered: number
  /** Milliseconds each arrival was late, because of the generator and not of the server. */
  lags: number[]
}

const nothingOffered = (): Offered => ({
  good: [],
  goodInTime: 0,
  formsInTime: 0,
  shed: [],
  other: 0,
  notOffered: 0,
  lags: [],
})

/** The browsers of the open loop, and the idle ones among them. */
interface Crowd {
  idle: Client[]
  clients: Client[]
}

/** Offers requests for a number of seconds, and adds their results to the totals. */
async function openLoop(
  port: number,
  next: () => string,
  perSecond: number,
  seconds: number,
  { idle, clients }: Crowd,
  offered: Offered,
): Promise<void> {
  const waiting = new Set<Promise<void>>()
  const begun = performance.now()
  const arrive = async (client: Client) => {
    const request = next()
    const outcome = await client.ask(request)
    idle.push(client)
    if (outcome.kind !== 'answered') offered.other += 1
    else if (isGood(outcome)) {
      offered.good.push(outcome.ms)
      if (performance.now() - begun > seconds * 1000) return
      offered.goodInTime += 1
      if (request.startsWith('POST')) offered.formsInTime += 1
    } else if (outcome.status === 503 && /\r\nretry-after: \d/i.test(outcome.head))
      offered.shed.push(outcome.ms)
    else offered.other += 1
  }
  const total = perSecond * seconds
  for (let arrived = 0; arrived < total;) {
    const now = performance.now() - begun
    for (; arrived < total && (arrived / perSecond) * 1000 <= now; arrived++) {
      offered.lags.push(now - (arrived / perSecond) * 1000)
      let client = idle.pop()
      if (!client && clients.length < CLIENTS_MAX) clients.push((client = openClient(port)))
      if (!client) {
        offered.notOffered += 1
        continue
      }
      const answered = arrive(client)
      waiting.add(answered)
      void answered.then(() => waiting.delete(answered))
    }
    await sleep(1)
  }
  await Promise.all(waiting)
}
