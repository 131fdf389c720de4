import { nothingToMirror } from '../../domain/avip-mirror.ts'
import type { Storage } from '../../domain/storage.ts'
import { createCredencialRepo } from './credencial-repo.ts'
import { createEmpresaRepo } from './empresa-repo.ts'
import { createTransfer } from './transfer.ts'
import { createMemoryStore, type MemoryStore } from './store.ts'

/** Storage that lasts as long as the process, for tests and for trying things out. */
export function openMemory(store: MemoryStore = createMemoryStore()): Storage {
  return {
    empresas: createEmpresaRepo(store),
    credenciais: createCredencialRepo(store),
    avips: nothingToMirror(),
    transfer: createTransfer(store),
    check: async () => {},
    close: async () => {},
  }
}
