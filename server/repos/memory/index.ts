import { randomUUID } from 'node:crypto'
import { nothingToMirror } from '../../domain/credencial-repo.ts'
import type { Storage } from '../../domain/storage.ts'
import type { Run } from '../../domain/tx.ts'
import { procedenciasIn } from '../painel.ts'
import { createPainelRepo } from '../painel-repo.ts'
import { createPortaRepo } from '../porta-repo.ts'
import { createRepositories } from '../repositories.ts'
import { recordsOf } from './records.ts'
import { createMemoryStore, painelOf, type MemoryStore } from './store.ts'

/**
 * Storage that lasts as long as the process, for tests and for trying things out.
 * @param run a broken way to run acts, for a test that shows its effect
 */
export function openMemory(store: MemoryStore = createMemoryStore(), run?: Run): Storage {
  const records = recordsOf(store)
  return {
    ...createRepositories({
      read: async (query) => query(records),
      write: async (act) => act(records),
      listProcedencias: async (since) => procedenciasIn(painelOf(store), since),
      ...(run && { run }),
    }),
    painel: createPainelRepo(async () => ({ painel: painelOf(store), age: 0 })),
    // No other process has this store: every valid cursor is from this process.
    porta: createPortaRepo(async () => ({ painel: painelOf(store), asOf: 1, upTo: 1, age: 0 }), randomUUID()),
    avips: nothingToMirror(),
    backups: null,
    check: async () => {},
    close: async () => {},
  }
}
