import { randomInt } from 'node:crypto'
import type { Storage } from '../../server/domain/storage.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { openFirebaseAt } from '../../test/support/firebase-harness.ts'
import { findEmulator, startEmulator } from '../../test/support/firestore/emulator.ts'
import { startFakeRtdb } from '../../test/support/rtdb/fake.ts'
import { actAtRandom, type TimedAct } from './convites-do.ts'
import { brokenIn, differences } from './convites-faults.ts'
import { createModel } from './convites-model.ts'
import { unexplained } from './convites-order.ts'
import { faultyStorages } from './convites-planted.ts'
import { actInProcesses } from './convites-processes.ts'
import { prepare, readAll } from './convites-stored.ts'
import { databaseIn, newDatabase } from './product.ts'
import type { Prova } from './prova.ts'

/** All that is drawn follows from FC_SEED, which is drawn when not given; processes meet as they do. */
const seed = Number(process.env.FC_SEED ?? randomInt(2 ** 31))

/** Whether a fault is found is no matter of luck. */
const PLANTED_SEED = 15

/** Table holders, guests and organisers at once, and a model that must find an order which explains every answer. */
export const convitesPessoais: Prova = {
  goal: '10,000 acts on personal invitations, withdrawals and guests over 4 processes on SQLite, 2,000 on the Firestore emulator: one order explains every answer, record and line of the history, licredencial = before + pendente + usada, no code used twice; every planted fault is found',
  limitSeconds: { full: 600, short: 120 },
  async run(isShort) {
    const parts = [
      await alone(isShort ? 2_000 : 10_000),
      await planted(4_000),
      await onSqlite(isShort ? 1_600 : 10_000),
      await onEmulator(isShort ? 240 : 2_000),
    ]
    return {
      figure: `${parts.map(({ said }) => said).join('; ')} (FC_SEED=${seed})`,
      isReached: parts.every(({ faults }) => faults.length === 0),
    }
  },
}

interface Part {
  said: string
  faults: string[]
}

/**
 * What is wrong with a storage after acts on it.
 * @param isTorn what is only read may be of no one instant: a guest registered again may have been found as they were
 */
async function faultsOf(storage: Storage, all: TimedAct[], isTorn = false): Promise<string[]> {
  const stored = await readAll(storage)
  const model = createModel(stored, isTorn)
  const broken = brokenIn(stored, all)
  const mayBeIdle = ({ act, historicoid, answer }: TimedAct) =>
    isTorn &&
    act.kind === 'register' &&
    answer.kind === 'already-registered' &&
    !stored.reservas.has(act.reservaid) &&
    !stored.feitos.has(historicoid)
  const unordered = unexplained(model, all, () => differences(model, stored, isTorn)[0], mayBeIdle)
  return unordered === null ? broken : [...broken, unordered]
}

async function checked(where: string, storage: Storage, all: TimedAct[], isTorn = false): Promise<Part> {
  const faults = await faultsOf(storage, all, isTorn)
  const kinds = new Set(all.map(({ act, answer }) => `${act.kind} ${answer.kind ?? ''}`)).size
  const said = `${all.length} acts ${where}, ${kinds} kinds of answer, ${faults.length} faults`
  return { said: faults[0] === undefined ? said : `${said}: ${faults[0]}`, faults }
}

/**
 * Whether an act may have written. On Firestore documents are read one after the other, and only what is written
 * demands that they still are as they were: a refusal, and what a page shows, may be of no one instant.
 */
function hasWritten({ act, answer: { kind, added, isDone, reservaid } }: TimedAct): boolean {
  switch (act.kind) {
    case 'claim':
      return reservaid === act.reservaid
    case 'find':
    case 'release':
      return false
    default:
      return WRITTEN.has(String(kind)) || added === 1 || isDone === true
  }
}

const WRITTEN = new Set(
  'registered already-registered created renamed revoked withdrawn returned moved confirmed removed'.split(
    ' ',
  ),
)

/** One after the other in one process, where there is one order only. */
async function actAlone(storage: Storage, count: number, from = seed): Promise<TimedAct[]> {
  await prepare(storage)
  const all: TimedAct[] = []
  await actAtRandom(storage, { number: 0, seed: from, count }, (told) => all.push(told))
  return all
}

async function alone(count: number): Promise<Part> {
  const storage = openMemory()
  return checked('one by one', storage, await actAlone(storage, count))
}

async function planted(count: number): Promise<Part> {
  const faulty = faultyStorages()
  const missed: string[] = []
  for (const [name, storage] of faulty) {
    const all = await actAlone(storage, count, PLANTED_SEED)
    if ((await faultsOf(storage, all)).length === 0) missed.push(name)
  }
  const found = `${faulty.size - missed.length} of ${faulty.size} planted faults found`
  return { said: missed[0] === undefined ? found : `${found}, not: ${missed[0]}`, faults: missed }
}

async function onSqlite(total: number): Promise<Part> {
  const path = databaseIn(newDatabase())
  const storage = await openSqlite(path)
  await prepare(storage)
  const all = await actInProcesses(['sqlite', path], seed, total)
  const part = await checked('over 4 processes on SQLite', storage, all)
  await storage.close()
  return part
}

async function onEmulator(total: number): Promise<Part> {
  const source = await findEmulator()
  if (!source) return { said: 'nothing on Firestore, whose emulator is not installed', faults: [] }
  const emulator = await startEmulator(source)
  const rtdb = await startFakeRtdb()
  const project = `demo-convites-prova-${process.pid}`
  const storage = await openFirebaseAt(emulator.host, project, rtdb.url)
  try {
    await prepare(storage)
    const env = { FIRESTORE_EMULATOR_HOST: emulator.host, METADATA_SERVER_DETECTION: 'none' }
    const all = await actInProcesses(['firebase', project, rtdb.url], seed, total, env)
    const written = all.filter(hasWritten)
    return await checked(
      `of ${all.length} over 4 processes on the Firestore emulator`,
      storage,
      written,
      true,
    )
  } finally {
    await storage.close()
    await rtdb.close()
    await emulator.stop()
  }
}
