import type { EmpresaConvites, EmpresaRepo } from '../../domain/empresa-repo.ts'
import { newMesa } from '../../domain/mesa.ts'
import { isEnded } from '../../domain/reserva.ts'
import type { BoundActs } from '../bind.ts'
import { convitesOf } from '../painel.ts'
import { painelOf } from './painel.ts'
import { pendentesOf, readEmpresa, type MemoryStore } from './store.ts'

/** Companies in memory: the fake of every test, and the reference the other adapters are read against. */
export function createEmpresaRepo(store: MemoryStore, acts: BoundActs['empresas']): EmpresaRepo {
  const find = (empresaid: string, now: number): EmpresaConvites | null => {
    const empresa = readEmpresa(store, empresaid)
    if (!empresa) return null
    const pendentes = pendentesOf(store, empresaid)
    return convitesOf(empresa, pendentes, store.mesas.get(empresaid) ?? newMesa(empresaid), now)
  }

  return {
    find: async (empresaid, now) => find(empresaid, now),

    ...acts,

    async findHolds(sid, now) {
      return [...store.reservas.values()]
        .filter((r) => r.sid === sid && r.estado === 'pendente' && !isEnded(r, now))
        .sort((a, b) => b.criadaem - a.criadaem)
        .flatMap((reserva) => {
          const empresa = readEmpresa(store, reserva.empresaid)
          return empresa ? [{ reserva, empresa }] : []
        })
    },

    list: async (now) => painelOf(store).listEmpresas(now),
  }
}

/** Companies with holds that have ended. */
export function findEnded({ reservas }: MemoryStore, now: number): Set<string> {
  const ended = [...reservas.values()].filter((r) => r.estado === 'pendente' && isEnded(r, now))
  return new Set(ended.map(({ empresaid }) => empresaid))
}
