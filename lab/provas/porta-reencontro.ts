import { randomInt } from 'node:crypto'
import { entradasIn, instantOf, type Entrada } from '../../server/domain/entrada.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { losing, openPhone, type TestPhone } from '../../test/support/phones.ts'
import { liveApart, OFFLINE_MS, type Evening } from './porta-evening.ts'
import { newHall, transportTo, type Hall } from './porta-hall.ts'
import { databaseIn, lookAt, startServer } from './product.ts'
import { seeded, type Prova } from './prova.ts'

/** Everything random follows from FC_SEED, which is drawn unless given. */
const seed = Number(process.env.FC_SEED ?? randomInt(2 ** 31))

const PHONES = 5
const SKEW_MS = 10 * 60_000

/**
 * Five phones that heard nothing of each other all evening meet again, and agree with each other and the
 * server.
 */
export const portaReencontro: Prova = {
  goal: 'five phones 4 h offline, 10 % overlap, clocks ± 10 min and one changed meanwhile, a page opened again, syncs in random order and again, a third of the answers lost: same set and same first admission on every phone and the server, the true ones; none lost; who entered twice is told',
  limitSeconds: { full: 300, short: 60 },
  async run(isShort) {
    const draw = seeded(seed)
    const upTo = (most: number) => Math.floor(draw() * (most + 1))
    const hall = await newHall(isShort ? 200 : 1_000, PHONES, seed)
    const before = await startServer(hall.directory)
    const phones = await Promise.all(
      hall.phones.map((paired) =>
        openPhone(Date.now() + upTo(2 * SKEW_MS) - SKEW_MS, transportTo(before.url, paired)),
      ),
    )
    let at = performance.now()
    /** Lets as much time pass for the phones as for the server. */
    const align = () => {
      const now = performance.now()
      for (const phone of phones) phone.pass(Math.round(now - at))
      at = now
    }
    for (const { porta } of phones) {
      align()
      await porta.sync()
      // The event is years away: until somebody calls it today, every scan is a trial.
      await porta.sayToday()
    }
    align()
    for (const phone of phones) phone.connect(null)
    await before.stop()
    const evening = await liveApart(phones, hall, draw)

    // It is four hours later by the phones' time, and so it must be at the server they find again.
    const ahead = Math.round(OFFLINE_MS - (performance.now() - at))
    at = performance.now()
    const { url } = await startServer(hall.directory, { NODE_OPTIONS: `--import=${clockAhead(ahead)}` })
    align()
    const how = { n: 0 }
    const networks = hall.phones.map((paired) => transportTo(url, paired))
    for (const [n, network] of networks.entries()) phones[n]?.connect(losing(network, how))
    for (let syncs = 15 + upTo(10); syncs > 0; syncs--) await phones[upTo(PHONES - 1)]?.porta.sync()
    await phones[upTo(PHONES - 1)]?.reopen()
    for (const [n, network] of networks.entries()) phones[n]?.connect(network)
    for (const { porta } of [...phones, ...phones].reverse()) await porta.sync()

    const { made, annulled } = evening
    const { faults, inside, twice } = await compare(hall, phones, evening)
    for (const { porta } of phones) porta.close()
    return {
      figure:
        `${made.size} admissions, ${annulled.size} taken back, ${inside} guests inside, ${twice} of them twice; ` +
        `${Math.floor(how.n / 3)} of ${how.n} answers lost; ${faults.length} faults${faults[0] === undefined ? '' : `: ${faults[0]}`} (FC_SEED=${seed})`,
      isReached: faults.length === 0 && twice > 0,
    }
  },
}

/** A module that puts a process's clock forward. */
const clockAhead = (ms: number) =>
  `data:text/javascript,${encodeURIComponent(`const now=Date.now;Date.now=()=>now()+${ms}`)}`

/** What phones, storage and board say that did not happen. */
async function compare({ directory, convidados }: Hall, phones: TestPhone[], { made, annulled }: Evening) {
  const faults: string[] = []
  const truth = new Map<string, string>()
  const entradas = new Map<string, number>()
  for (const [entradaid, credencialid] of made) {
    if (annulled.has(entradaid)) continue
    if (!truth.has(credencialid)) truth.set(credencialid, entradaid)
    entradas.set(credencialid, (entradas.get(credencialid) ?? 0) + 1)
  }

  const stored = lookAt(directory, (db) => db.prepare<[], Entrada>('SELECT * FROM entrada').all())
  const ids = new Set(stored.map(({ entradaid }) => entradaid))
  for (const entradaid of made.keys()) if (!ids.has(entradaid)) faults.push(`${entradaid} is lost`)
  for (const { anula, entradaid, credencialid } of stored)
    if (anula === null ? made.get(entradaid) !== credencialid : !annulled.has(anula))
      faults.push(`${entradaid} was never made`)
  if (stored.length !== made.size + annulled.size) faults.push(`${stored.length} facts are stored`)

  const storage = await openSqlite(databaseIn(directory))
  const inside = new Map<string, number>()
  for await (const { credencial, dentroDesde } of storage.painel.list())
    if (dentroDesde !== null) inside.set(credencial.credencialid, dentroDesde)
  const listed = await storage.painel.listTwice()
  await storage.close()
  const factsOf = byConvidado(stored)
  const told = byConvidado(listed)
  for (const credencialid of convidados) {
    const first = truth.get(credencialid)
    const [server] = entradasIn(factsOf.get(credencialid) ?? [])
    if (server?.entradaid !== first) faults.push(`the server's first of ${credencialid} is another`)
    const em = server && instantOf(server)
    if (inside.get(credencialid) !== em) faults.push(`the board says another time of ${credencialid}`)
    const count = entradasIn(told.get(credencialid) ?? []).length
    if ((entradas.get(credencialid) ?? 0) > 1 ? count !== 2 : count > 1)
      faults.push(`the board says ${count} times of ${credencialid}`)
    for (const [n, { porta }] of phones.entries()) {
      const whereabouts = porta.whereabouts(credencialid)
      const isSame =
        whereabouts?.kind === 'inside'
          ? whereabouts.entradaid === first && whereabouts.em === em
          : whereabouts?.kind === 'outside' && first === undefined
      if (!isSame) faults.push(`phone ${n} says ${JSON.stringify(whereabouts)} of ${credencialid}`)
    }
  }
  for (const [n, { porta }] of phones.entries()) {
    const { porEnviar, connection } = porta.state()
    if (porEnviar > 0 || connection.kind !== 'connected')
      faults.push(`phone ${n} is ${connection.kind}, ${porEnviar} unsent`)
  }
  const twice = [...entradas.values()].filter((count) => count > 1).length
  return { faults, inside: inside.size, twice }
}

function byConvidado(facts: Entrada[]): Map<string, Entrada[]> {
  const found = new Map<string, Entrada[]>()
  for (const fact of facts) found.set(fact.credencialid, [...(found.get(fact.credencialid) ?? []), fact])
  return found
}
