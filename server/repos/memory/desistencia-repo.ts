import type { DesistenciaRepo } from '../../domain/desistencia-repo.ts'
import { decideReturn, decideWithdrawal, liveOf } from '../../domain/desistencia.ts'
import { admissionsIn } from '../../domain/entrada.ts'
import { feitoOf } from '../../domain/historico.ts'
import { payerOf, putFeito, readAllotment, writeAllotment, type MemoryStore } from './store.ts'

export function createDesistenciaRepo(store: MemoryStore): DesistenciaRepo {
  const isInside = (id: string) =>
    admissionsIn([...store.entradas.values()].filter(({ credencialid }) => credencialid === id)).length > 0

  return {
    async withdraw(request, autor) {
      const { credencialid, empresaid } = request
      if (!store.credenciais.has(credencialid)) return { kind: 'credencial-not-found' }
      const { outcome, change, desistencia } = decideWithdrawal(
        {
          payer: payerOf(store, credencialid),
          desistencia: store.desistencias.get(credencialid) ?? null,
          isInside: isInside(credencialid),
        },
        request,
      )
      writeAllotment(store, change)
      if (desistencia) store.desistencias.set(credencialid, desistencia)
      if (outcome.kind === 'withdrawn') {
        const ato = empresaid === null ? 'desistiu' : 'liberou'
        putFeito(store, feitoOf(autor, ato, credencialid, outcome.empresaid ?? ''))
      }
      return outcome
    },

    async undo(request, autor) {
      const { credencialid, reservaid, now } = request
      const stored = store.desistencias.get(credencialid) ?? null
      const empresaid = stored?.empresaid ?? null
      const asked = { sid: '', origem: null, reservaid, now, holdMs: 0 }
      const allotment = empresaid === null ? null : readAllotment(store, { ...asked, empresaid })
      const { outcome, change, desistencia } = decideReturn({ desistencia: stored, allotment }, request)
      writeAllotment(store, change)
      if (desistencia) store.desistencias.set(credencialid, desistencia)
      if (outcome.kind === 'returned') {
        for (const [codigo, convite] of store.convites)
          if (convite.reservaid === stored?.reservaid) store.convites.set(codigo, { ...convite, reservaid })
        putFeito(store, feitoOf(autor, 'voltou', credencialid, outcome.empresaid ?? ''))
      }
      return outcome
    },

    find: async (credencialid) => store.desistencias.get(credencialid) ?? null,

    async list() {
      return new Map([...store.desistencias].filter(([, desistencia]) => liveOf(desistencia)))
    },
  }
}
