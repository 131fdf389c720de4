import type { EquipeRepo } from '../../domain/equipe-repo.ts'
import { byPairing, pareadoOf } from '../../domain/pareamento.ts'
import type { BoundActs } from '../bind.ts'
import { pareamentoOf, type MemoryStore } from './store.ts'

/** The team in memory. */
export function createEquipeRepo(store: MemoryStore, acts: BoundActs['equipe']): EquipeRepo {
  const { aparelhos, pareamentos } = store
  const findBy = (field: 'codigo' | 'segredo', hash: string) =>
    [...aparelhos.values()].find((aparelho) => aparelho[field] === hash) ?? null

  return {
    ...acts,
    findByCodigo: async (codigo) => findBy('codigo', codigo),
    findBySegredo: async (segredo) => findBy('segredo', segredo),

    async findPareamento(segredo) {
      const pareamento = pareamentoOf(store, segredo)
      const aparelho = pareamento && aparelhos.get(pareamento.aparelhoid)
      return aparelho ? pareadoOf(aparelho, pareamento) : null
    },

    list: async () =>
      [...aparelhos.values()].sort(
        (a, b) => a.nome.localeCompare(b.nome, 'pt-BR') || (a.aparelhoid < b.aparelhoid ? -1 : 1),
      ),

    listPareamentos: async () => [...pareamentos.values()].sort(byPairing),
  }
}
