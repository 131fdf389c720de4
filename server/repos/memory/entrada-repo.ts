import type { EntradaRepo } from '../../domain/entrada-repo.ts'
import { admissionsIn, type Entrada } from '../../domain/entrada.ts'
import { feitoOfEntrada } from '../../domain/feito-da-entrada.ts'
import type { Autor } from '../../domain/historico.ts'
import { takenOf } from '../../domain/pareamento.ts'
import { factAsStored } from '../../domain/personal-data.ts'
import { isErased, pareamentoOf, putFeito, type MemoryStore } from './store.ts'

/** Admissions in memory. */
export function createEntradaRepo(store: MemoryStore): EntradaRepo {
  const { entradas } = store
  const append = (facts: Entrada[], autor: Autor | null) => {
    for (const entrada of facts) {
      if (entradas.has(entrada.entradaid)) continue
      entradas.set(entrada.entradaid, factAsStored(entrada, isErased(store)))
      if (autor) putFeito(store, feitoOfEntrada(autor, entrada))
    }
  }

  return {
    async add(facts, autor) {
      const before = entradas.size
      append(facts, autor)
      return entradas.size - before
    },

    async deliver(segredo, entregas, autor) {
      const { taken, after } = takenOf(pareamentoOf(store, segredo), entregas, (id) => entradas.has(id))
      append(taken.flat(), autor)
      if (after) store.pareamentos.set(segredo, after)
      return taken.map(([{ entradaid }]) => entradaid)
    },

    listOf: async (credencialid) =>
      [...entradas.values()].filter((entrada) => entrada.credencialid === credencialid),
    findMany: async (entradaids) => entradaids.flatMap((id) => entradas.get(id) ?? []),

    async listAnotadas(offset, limit) {
      const all = admissionsIn([...entradas.values()].filter(({ credencialid }) => credencialid === ''))
      return { total: all.length, entradas: all.slice(offset, offset + limit) }
    },
  }
}
