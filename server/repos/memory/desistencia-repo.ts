import type { DesistenciaRepo } from '../../domain/desistencia-repo.ts'
import { liveOf } from '../../domain/desistencia.ts'
import type { BoundActs } from '../bind.ts'
import type { MemoryStore } from './store.ts'

export function createDesistenciaRepo(store: MemoryStore, acts: BoundActs['desistencias']): DesistenciaRepo {
  return {
    ...acts,
    find: async (credencialid) => store.desistencias.get(credencialid) ?? null,
    list: async () => new Map([...store.desistencias].filter(([, desistencia]) => liveOf(desistencia))),
  }
}
