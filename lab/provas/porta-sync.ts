import { randomUUID } from 'node:crypto'
import { median, percentile } from '../bench/statistics.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { newConvidados, type Convidados } from './convidados.ts'
import { crowd } from './load.ts'
import { newHall, type Hall } from './porta-hall.ts'
import { openBrowserPhone } from './porta-phone.ts'
import { bytesOfList, openSyncingPhones, type SyncingPhones } from './porta-phones.ts'
import { databaseIn, startServer } from './product.ts'
import { sleep, type Prova } from './prova.ts'

const CONVIDADOS = 5_000
const PHONES = 20
const REVOKED = 3
/** Registrations a second while syncs are timed: more than a full hall produces. */
const ARRIVING = 20
/** Browsers that register as fast as they can while registrations are counted. */
const BROWSERS = 16

const LIST_BYTES = 160_000
const REVOKED_SECONDS = 10

/** The goals, and how they are measured. In a short run the machine may have other things to do. */
const RUNS = {
  full: { p95: 100, share: 0.9, timedMs: 70_000, pairs: 6, windowMs: 14_000, restMs: 7_000 },
  // No pairs: every registration of one window goes to all phones in the next, which takes minutes to settle.
  short: { p95: 400, share: 0, timedMs: 14_000, pairs: 0, windowMs: 0, restMs: 0 },
}

/**
 * Twenty phones of the door on a server where guests register, first as a hall does, then as fast as they
 * can.
 */
export const portaSync: Prova = {
  goal: '5,000 guests stored, 20 phones with an admission each every 7 s: p95 of a sync ≤ 100 ms while 20 guests a second register; registrations of 16 browsers ≥ 90 % of those without phones; the list of a revoked phone gone ≤ 10 s; the whole list ≤ 160 KB over the wire',
  limitSeconds: { full: 420, short: 90 },
  async run(isShort) {
    const run = isShort ? RUNS.short : RUNS.full
    const hall = await newHall(CONVIDADOS, PHONES + REVOKED)
    const { port, url } = await startServer(hall.directory)
    const [one] = hall.phones
    if (!one) throw new Error('no phone is paired')
    const br = await bytesOfList(port, one, 'br')
    const gzip = await bytesOfList(port, one, 'gzip')

    const phones = openSyncingPhones(url, hall.phones.slice(REVOKED), hall)
    await phones.syncAll()
    const convidados = newConvidados()
    const slowly = async (client: Parameters<Convidados['register']>[0]) => {
      await Promise.all([convidados.register(client), sleep(1000)])
    }
    const { times, seconds } = await during(port, ARRIVING, slowly, async () => ({
      times: await phones.syncFor(run.timedMs),
      seconds: await revoke(url, hall, phones),
    }))
    const { withPhones, without } = await during(port, BROWSERS, convidados.register, () =>
      inPairs(phones, convidados, run),
    )

    const p95 = percentile(times, 95)
    const share = run.pairs === 0 ? 0 : median(withPhones) / median(without)
    const shown = (rates: number[]) => median(rates).toFixed(0)
    return {
      figure:
        `${times.length} syncs: median ${median(times).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; ` +
        (run.pairs === 0
          ? ''
          : `${shown(withPhones)} registrations/s with phones, ${shown(without)} without: ${(100 * share).toFixed(0)} %; `) +
        `revoked: gone after ${seconds.map((s) => s.toFixed(1)).join(', ')} s; list ${br} bytes br, ${gzip} gzip`,
      isReached:
        p95 <= run.p95 &&
        share >= run.share &&
        Math.max(...seconds) <= REVOKED_SECONDS &&
        Math.max(br, gzip) <= LIST_BYTES,
    }
  },
}

/** Runs `act` while browsers register. */
async function during<Result>(
  port: number,
  browsers: number,
  register: Convidados['register'],
  act: () => Promise<Result>,
): Promise<Result> {
  let isOver = false
  const load = crowd([port], browsers, register, () => isOver)
  const result = await act().finally(() => (isOver = true))
  await load
  return result
}

/** Registrations a second with and without phones, in alternating order. */
async function inPairs(
  phones: SyncingPhones,
  convidados: Convidados,
  { pairs, windowMs, restMs }: (typeof RUNS)['full'],
) {
  const rates = { withPhones: [] as number[], without: [] as number[] }
  const rateOf = async <T>(act: Promise<T>): Promise<[number, T]> => {
    const before = convidados.acknowledged()
    const begun = performance.now()
    const result = await act
    return [(1000 * (convidados.acknowledged() - before)) / (performance.now() - begun), result]
  }
  const measureWith = async () => {
    // The phones first get what was registered without them.
    await phones.syncAll()
    await phones.syncFor(restMs)
    const [rate] = await rateOf(phones.syncFor(windowMs))
    rates.withPhones.push(rate)
  }
  const measureWithout = async () => {
    await sleep(restMs)
    const [rate] = await rateOf(sleep(windowMs))
    rates.without.push(rate)
  }
  for (let pair = 0; pair < pairs; pair++) {
    const both = [measureWith, measureWithout]
    for (const measure of pair % 2 === 0 ? both : both.reverse()) await measure()
  }
  return rates
}

/**
 * Revokes syncing phones, each at another moment between two syncs.
 * @returns how long each kept its list, in seconds
 */
async function revoke(url: string, hall: Hall, others: SyncingPhones): Promise<number[]> {
  const storage = await openSqlite(databaseIn(hall.directory))
  const meanwhile = others.syncFor(7_000)
  const seconds = await Promise.all(
    hall.phones.slice(0, REVOKED).map(async (paired, n) => {
      const { porta } = await openBrowserPhone(url, paired)
      await porta.sync()
      if (porta.state().lista === null) throw new Error('a phone has no list')
      porta.start()
      await sleep(500 + n * 1_000)
      const autor = { historicoid: randomUUID(), quem: 'prova', em: Date.now() }
      await storage.equipe.revoke(paired.aparelhoid, autor)
      const begun = performance.now()
      while (porta.state().lista !== null) await sleep(20)
      porta.close()
      return (performance.now() - begun) / 1000
    }),
  )
  await storage.close()
  await meanwhile
  return seconds
}
