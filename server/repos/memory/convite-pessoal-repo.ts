import type { ConviteComReserva, ConvitePessoalRepo } from '../../domain/convite-pessoal-repo.ts'
import { decideCreation, decideRevocation } from '../../domain/convite-pessoal.ts'
import { estadoOf } from '../../domain/estado-do-convite.ts'
import { feitoOf } from '../../domain/historico.ts'
import { putFeito, readAllotment, readEmpresa, writeAllotment, type MemoryStore } from './store.ts'

export function createConvitePessoalRepo(store: MemoryStore): ConvitePessoalRepo {
  const find = (codigo: string): ConviteComReserva | null => {
    const convite = store.convites.get(codigo)
    const reserva = convite && store.reservas.get(convite.reservaid)
    return convite && reserva ? { convite, reserva } : null
  }

  return {
    async create(empresaid, novos, now, autor) {
      if (novos.some(({ codigo }) => store.convites.has(codigo))) return { kind: 'created' }
      const asked = { empresaid, sid: '', origem: null, reservaid: '', now, holdMs: 0 }
      const { outcome, change, convites } = decideCreation(readAllotment(store, asked), novos, now)
      writeAllotment(store, change)
      for (const convite of convites) store.convites.set(convite.codigo, convite)
      if (outcome.kind === 'created')
        putFeito(store, feitoOf(autor, 'criou-convites', empresaid, String(novos.length)))
      return outcome
    },

    find: async (codigo) => find(codigo),

    async list(empresaid) {
      return [...store.convites.values()]
        .filter((convite) => convite.empresaid === empresaid)
        .sort((a, b) => a.criadoem - b.criadoem || (a.codigo < b.codigo ? -1 : 1))
        .flatMap(({ codigo }) => find(codigo) ?? [])
    },

    async rename(codigo, rotulo, autor) {
      const found = find(codigo)
      if (!found) return { kind: 'convite-not-found' }
      if (estadoOf(found.reserva) !== 'novo') return { kind: 'not-new' }
      store.convites.set(codigo, { ...found.convite, rotulo })
      putFeito(store, feitoOf(autor, 'renomeou-convite', found.convite.empresaid))
      return { kind: 'renamed' }
    },

    async revoke(codigo, autor) {
      const found = find(codigo)
      const empresa = found && readEmpresa(store, found.convite.empresaid)
      if (!empresa) return { kind: 'convite-not-found' }
      const { outcome, change } = decideRevocation(found.reserva, empresa)
      writeAllotment(store, change)
      if (outcome.kind === 'revoked') putFeito(store, feitoOf(autor, 'revogou-convite', empresa.empresaid))
      return outcome
    },
  }
}
