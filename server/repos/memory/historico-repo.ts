import type { HistoricoRepo } from '../../domain/historico-repo.ts'
import { isListed, newestFirst } from '../../domain/historico.ts'
import { putFeito, type MemoryStore } from './store.ts'

/** The history in memory. */
export function createHistoricoRepo(store: MemoryStore): HistoricoRepo {
  return {
    add: async (feito) => putFeito(store, feito),
    list: async (query) =>
      [...store.historico.values()]
        .filter((feito) => isListed(feito, query))
        .sort(newestFirst)
        .slice(0, query.limit),
  }
}
