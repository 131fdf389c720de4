import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kind } from '../../server/domain/records.ts'
import type { Storage } from '../../server/domain/storage.ts'
import type { Run, Tx } from '../../server/domain/tx.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import type { MemoryStore } from '../../server/repos/memory/store.ts'
import { wordsOf } from '../../server/domain/words.ts'
import { recordsOf } from '../../server/repos/memory/records.ts'
import { letOther } from './meeting.ts'

/**
 * What one writes first: read, decide, write, without a transaction. Every act decides by what it read, and
 * writes a turn of the event loop later. Every race must catch it.
 */
export function openNaive(store: MemoryStore): Storage {
  /** Runs the act on a copy, and writes its changes a turn of the event loop later. @returns its outcome */
  const onCopy = async <Result>(act: (copy: MemoryStore) => Result): Promise<Result> => {
    const read = copyOf(store)
    const written = copyOf(store)
    const outcome = act(written)
    await letOther()
    await nextTurn()
    for (const [kind, map] of mapsOf(store)) writeChanges(map, read[kind], written[kind])
    return outcome
  }
  let asked = 0
  /**
   * Gives every other guest the id after the free one: two at once are both stored, or one replaces the
   * other.
   */
  const naiveTx = (copy: MemoryStore): Tx => {
    const tx = wordsOf(recordsOf(copy))
    return {
      ...tx,
      freeIds(now, count) {
        const later = asked++ % 2
        return tx.freeIds(now, count).map((id) => String(Number(id) + later))
      },
    }
  }
  const run: Run = (_about, _autor, act) => onCopy((copy) => act(naiveTx(copy)))
  const memory = openMemory(store, run)

  return {
    ...memory,
    porta: {
      // The mark is taken after the list was read, so what is stored in between is never reported.
      async since(marca) {
        const told = await memory.porta.since(marca)
        await nextTurn()
        return { ...told, marca: (await memory.porta.since(null)).marca }
      },
    },
  }
}

const mapsOf = (store: MemoryStore) => Object.entries(store) as [Kind, Map<string, unknown>][]

const copyOf = (store: MemoryStore) =>
  Object.fromEntries(mapsOf(store).map(([kind, map]) => [kind, new Map(map)])) as unknown as MemoryStore

/** Writes what an act changed, comparing what it read with what it wrote. */
function writeChanges(
  store: Map<string, unknown>,
  read: Map<string, unknown>,
  written: Map<string, unknown>,
) {
  for (const [key, value] of written) if (read.get(key) !== value) store.set(key, value)
  for (const key of read.keys()) if (!written.has(key)) store.delete(key)
}
