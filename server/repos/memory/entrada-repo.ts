import type { EntradaRepo } from '../../domain/entrada-repo.ts'
import { feitoOfEntrada } from '../../domain/entrada.ts'
import { putFeito, type MemoryStore } from './store.ts'

/** Admissions in memory. */
export function createEntradaRepo(store: MemoryStore): EntradaRepo {
  return {
    async add(entradas, autor) {
      const before = store.entradas.size
      for (const entrada of entradas) {
        if (store.entradas.has(entrada.entradaid)) continue
        store.entradas.set(entrada.entradaid, entrada)
        if (autor) putFeito(store, feitoOfEntrada(autor, entrada))
      }
      return store.entradas.size - before
    },
    listOf: async (credencialid) =>
      [...store.entradas.values()].filter((entrada) => entrada.credencialid === credencialid),
  }
}
