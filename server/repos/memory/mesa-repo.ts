import { liveOf } from '../../domain/desistencia.ts'
import type { MesaRepo } from '../../domain/mesa-repo.ts'
import { heldIn, newMesa } from '../../domain/mesa.ts'
import { isEnded, isPessoal } from '../../domain/reserva.ts'
import type { BoundActs } from '../bind.ts'
import { dentroDesdeOf, pendentesOf, type MemoryStore } from './store.ts'

export function createMesaRepo(store: MemoryStore, acts: BoundActs['mesas']): MesaRepo {
  return {
    ...acts,
    find: async (empresaid) => ({ ...(store.mesas.get(empresaid) ?? newMesa(empresaid)) }),

    async readLugares(empresaid, now) {
      const live = pendentesOf(store, empresaid).filter((r) => !isPessoal(r) && !isEnded(r, now))
      return {
        ...heldIn(live),
        desistencias: [...store.desistencias.values()]
          .filter((desistencia) => liveOf(desistencia) && desistencia.empresaid === empresaid)
          .sort((a, b) => b.em - a.em),
      }
    },

    async listPagos(empresaid) {
      const usadas = [...store.reservas.values()].filter(
        (reserva) => reserva.estado === 'usada' && reserva.empresaid === empresaid,
      )
      return usadas.flatMap(({ credencialid }) => {
        const guest = store.credenciais.get(credencialid ?? '')
        if (!guest) return []
        const { nome } = guest
        return [
          { credencialid: guest.credencialid, nome, dentroDesde: dentroDesdeOf(store, guest.credencialid) },
        ]
      })
    },
  }
}
