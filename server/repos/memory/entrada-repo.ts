import type { EntradaRepo } from '../../domain/entrada-repo.ts'
import { admissionsIn, copiesOf, type Entrada } from '../../domain/entrada.ts'
import { feitoOfEntrada } from '../../domain/feito-da-entrada.ts'
import type { Autor } from '../../domain/historico.ts'
import { takenOf } from '../../domain/pareamento.ts'
import { factAsStored } from '../../domain/personal-data.ts'
import { isErased, juncaoFor, pareamentoOf, putFeito, type MemoryStore } from './store.ts'

/** Admissions in memory. */
export function createEntradaRepo(store: MemoryStore): EntradaRepo {
  const { entradas } = store
  const keptFor = (credencialid: string) => juncaoFor(store, credencialid)?.kept ?? null
  const destinos = { isStored: (id: string) => store.credenciais.has(id), keptFor }
  const put = (entrada: Entrada, autor: Autor | null): boolean => {
    if (entradas.has(entrada.entradaid)) return false
    entradas.set(entrada.entradaid, factAsStored(entrada, isErased(store)))
    if (autor) putFeito(store, feitoOfEntrada(autor, entrada))
    return true
  }
  /** @returns how many were new, copies aside */
  const append = (facts: Entrada[], autor: Autor | null): number => {
    const added = facts.filter((entrada) => put(entrada, autor))
    for (const entrada of facts)
      for (const copy of copiesOf(entradas.get(entrada.entradaid) ?? entrada, destinos)) put(copy, null)
    return added.length
  }

  return {
    add: async (facts, autor) => append(facts, autor),

    async deliver(segredo, facts, autor) {
      const { taken, after } = takenOf(pareamentoOf(store, segredo), facts, (id) => entradas.has(id))
      append(taken, autor)
      if (after) store.pareamentos.set(segredo, after)
      return taken.map(({ entradaid }) => entradaid)
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
