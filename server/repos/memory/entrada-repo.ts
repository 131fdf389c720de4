import type { EntradaRepo } from '../../domain/entrada-repo.ts'
import { compareEntradas } from '../../domain/entrada.ts'
import { feitoOfEntrada } from '../../domain/feito-da-entrada.ts'
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
    listAnotadas: async () =>
      [...store.entradas.values()].filter(({ credencialid }) => credencialid === '').sort(compareEntradas),
  }
}
