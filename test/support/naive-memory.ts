import { setImmediate as nextTurn } from 'node:timers/promises'
import { decideRegister } from '../../server/domain/register.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import { readFacts, writeRegistration, type MemoryStore } from '../../server/repos/memory/store.ts'

type Act = (...args: unknown[]) => Promise<unknown>

/**
 * What one writes first: read, decide, write, with no transaction around. Every act decides by what it read, and writes
 * a turn of the event loop later. Every race must catch it.
 */
export function openNaive(store: MemoryStore): Storage {
  const memory = openMemory(store)
  let asked = 0

  const naively = <Repo extends object>(repoOf: (storage: Storage) => Repo, acts: (keyof Repo)[]): Repo => {
    const naive = acts.map((act) => [
      act,
      async (...args: unknown[]) => {
        const read = copyOf(store)
        const written = copyOf(store)
        const repo = repoOf(openMemory(written))
        const outcome = await (repo[act] as Act)(...args)
        await nextTurn()
        for (const [name, map] of mapsOf(store)) writeChanges(map, read[name], written[name])
        return outcome
      },
    ])
    return { ...repoOf(memory), ...(Object.fromEntries(naive) as Partial<Repo>) }
  }

  return {
    ...memory,
    empresas: naively(({ empresas }) => empresas, ['claim', 'releaseEnded', 'importRows']),
    credenciais: {
      ...naively(({ credenciais }) => credenciais, ['correct', 'remove', 'move', 'merge', 'renewLink']),
      async register(request) {
        const facts = readFacts(store, request)
        await nextTurn()
        // Every other guest finds an id free that is taken a turn later.
        const { freeId } = readFacts(store, request)
        if (asked++ % 2 === 1) await nextTurn()
        const { outcome, writes } = decideRegister({ ...facts, freeId }, request)
        if (writes) writeRegistration(store, writes)
        return outcome
      },
    },
    equipe: naively(
      ({ equipe }) => equipe,
      ['invite', 'pair', 'revoke', 'reconnect', 'see', 'notePendentes'],
    ),
    convites: naively(({ convites }) => convites, ['create', 'rename', 'revoke']),
    mesas: naively(({ mesas }) => mesas, ['setFechada', 'renewLink']),
    desistencias: naively(({ desistencias }) => desistencias, ['withdraw', 'undo']),
    entradas: naively(({ entradas }) => entradas, ['add']),
    porta: {
      // The mark is taken after the list was read: what is stored between is never told.
      async since(marca) {
        const told = await memory.porta.since(marca)
        await nextTurn()
        return { ...told, marca: (await memory.porta.since(null)).marca }
      },
    },
  }
}

type Entry = [keyof Omit<MemoryStore, 'fingerprint' | 'isCopy'>, Map<string, unknown>]

const mapsOf = (store: MemoryStore) =>
  Object.entries(store).filter((entry): entry is Entry => entry[1] instanceof Map)

const copyOf = (store: MemoryStore): MemoryStore => ({
  ...store,
  ...Object.fromEntries(mapsOf(store).map(([name, map]) => [name, new Map(map)])),
})

/** Writes what an act changed between what it read and what it wrote. */
function writeChanges(
  store: Map<string, unknown>,
  read: Map<string, unknown>,
  written: Map<string, unknown>,
) {
  for (const [key, value] of written) if (read.get(key) !== value) store.set(key, value)
  for (const key of read.keys()) if (!written.has(key)) store.delete(key)
}
