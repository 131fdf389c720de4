import { randomInt } from 'node:crypto'
import type { Storage } from '../../../server/domain/storage.ts'
import { openMemory } from '../../../server/repos/memory/index.ts'
import { openSqlite } from '../../../server/repos/sqlite/index.ts'
import { databaseIn, newDatabase } from '../product.ts'
import type { Measured } from '../prova.ts'
import { actAtRandom, type Actor, type TimedAct } from './answers.ts'
import { brokenIn, differences } from './faults.ts'
import { createModel } from './model.ts'
import { unexplained } from './order.ts'
import { faultyStorages } from './planted.ts'
import { actInProcesses, type Crowd } from './processes.ts'
import { prepare, readAll } from './stored.ts'

/** All draws follow from FC_SEED, which is drawn unless given. How processes meet does not. */
export const seed = Number(process.env.FC_SEED ?? randomInt(2 ** 31))

/** Fixed, so that finding a fault is not a matter of luck. */
const PLANTED_SEED = 17

/** The result of one part of a proof. */
export interface Part {
  said: string
  faults: string[]
}

/**
 * What is wrong with a storage after acts on it.
 * @param isTorn a read may match no single instant: a guest registered again may have been found as they were
 * before
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
    !stored.linhas.has(historicoid)
  const unordered = unexplained(model, all, () => differences(model, stored, isTorn)[0], mayBeIdle)
  return unordered === null ? broken : [...broken, unordered]
}

/** @param more faults found by other means */
export async function checked(
  where: string,
  storage: Storage,
  all: TimedAct[],
  isTorn = false,
  more: string[] = [],
): Promise<Part> {
  const faults = [...(await faultsOf(storage, all, isTorn)), ...more]
  const kinds = new Set(all.map(({ act, answer }) => `${act.kind} ${answer.kind ?? ''}`)).size
  const said = `${all.length} acts ${where}, ${kinds} kinds of answer, ${faults.length} faults`
  return { said: faults[0] === undefined ? said : `${said}: ${faults[0]}`, faults }
}

/** Acts one after the other in one process, where there is only one order. */
async function actAlone(storage: Storage, actor: Omit<Actor, 'number'>): Promise<TimedAct[]> {
  await prepare(storage)
  const all: TimedAct[] = []
  await actAtRandom(storage, { ...actor, number: 0 }, (told) => all.push(told))
  return all
}

export async function alone(mix: Actor['mix'], count: number): Promise<Part> {
  const storage = openMemory()
  return checked('one by one', storage, await actAlone(storage, { mix, seed, count }))
}

/** Whether the model finds each fault planted in a storage. */
export async function planted(mix: Actor['mix'], count: number): Promise<Part> {
  const faulty = faultyStorages(mix)
  const missed: string[] = []
  for (const [name, storage] of faulty) {
    const all = await actAlone(storage, { mix, seed: PLANTED_SEED, count })
    if ((await faultsOf(storage, all)).length === 0) missed.push(name)
  }
  const found = `${faulty.size - missed.length} of ${faulty.size} planted faults found`
  return { said: missed[0] === undefined ? found : `${found}, not: ${missed[0]}`, faults: missed }
}

/** @param look finds other faults in the file */
export async function onSqlite(
  crowd: Crowd,
  look: (directory: string) => string[] = () => [],
): Promise<Part> {
  const directory = newDatabase()
  const path = databaseIn(directory)
  const storage = await openSqlite(path)
  await prepare(storage)
  const all = await actInProcesses(['sqlite', path], crowd)
  const part = await checked('over 4 processes on SQLite', storage, all, false, look(directory))
  await storage.close()
  return part
}

/** The combined result of the parts of a proof. */
export const measuredOf = (parts: Part[]): Measured => ({
  figure: `${parts.map(({ said }) => said).join('; ')} (FC_SEED=${seed})`,
  isReached: parts.every(({ faults }) => faults.length === 0),
})
