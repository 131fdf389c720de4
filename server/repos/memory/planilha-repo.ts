import type { PlanilhaRepo } from '../../domain/planilha-repo.ts'
import type { MemoryStore } from './store.ts'

/** Uploaded spreadsheets in memory. */
export function createPlanilhaRepo({ planilhas }: MemoryStore): PlanilhaRepo {
  return {
    put: async (planilha) => void planilhas.set(planilha.planilhaid, planilha),
    find: async (planilhaid) => planilhas.get(planilhaid) ?? null,
    remove: async (planilhaid) => void planilhas.delete(planilhaid),
    async forget(before) {
      const old = [...planilhas.values()].filter(({ enviadaem }) => enviadaem < before)
      for (const { planilhaid } of old) planilhas.delete(planilhaid)
      return old.length
    },
  }
}
