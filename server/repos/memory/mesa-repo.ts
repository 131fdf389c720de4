import { liveOf } from '../../domain/desistencia.ts'
import { feitoOf } from '../../domain/historico.ts'
import type { MesaRepo } from '../../domain/mesa-repo.ts'
import { newMesa } from '../../domain/mesa.ts'
import { isEnded, isPessoal } from '../../domain/reserva.ts'
import { dentroDesdeOf, pendentesOf, putFeito, type MemoryStore } from './store.ts'

export function createMesaRepo(store: MemoryStore): MesaRepo {
  const mesaOf = (empresaid: string) => store.mesas.get(empresaid) ?? newMesa(empresaid)
  return {
    find: async (empresaid) => ({ ...mesaOf(empresaid) }),

    async readLugares(empresaid, now) {
      const live = pendentesOf(store, empresaid).filter((r) => !isPessoal(r) && !isEnded(r, now))
      return {
        reservados: live.map(({ expiraem }) => expiraem).sort((a, b) => a - b),
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

    async setFechada(empresaid, fechada, autor) {
      const mesa = mesaOf(empresaid)
      if (mesa.fechada === fechada) return false
      store.mesas.set(empresaid, { ...mesa, fechada })
      putFeito(store, feitoOf(autor, fechada ? 'fechou-link' : 'abriu-link', empresaid))
      return true
    },

    async renewLink(empresaid, autor, from) {
      const mesa = mesaOf(empresaid)
      if (from !== undefined && from !== mesa.versao) return mesa.versao
      const versao = mesa.versao + 1
      store.mesas.set(empresaid, { ...mesa, versao })
      putFeito(store, feitoOf(autor, 'renovou-mesa', empresaid))
      return versao
    },
  }
}
