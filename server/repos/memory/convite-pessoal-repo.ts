import type { ConvitePessoalRepo } from '../../domain/convite-pessoal-repo.ts'
import type { BoundActs } from '../bind.ts'
import { findConvite, type MemoryStore } from './store.ts'

export function createConvitePessoalRepo(
  store: MemoryStore,
  acts: BoundActs['convites'],
): ConvitePessoalRepo {
  return {
    ...acts,
    find: async (codigo) => findConvite(store, codigo),
    list: async (empresaid) =>
      [...store.convites.values()]
        .filter((convite) => convite.empresaid === empresaid)
        .sort((a, b) => a.criadoem - b.criadoem || (a.codigo < b.codigo ? -1 : 1))
        .flatMap(({ codigo }) => findConvite(store, codigo) ?? []),
  }
}
