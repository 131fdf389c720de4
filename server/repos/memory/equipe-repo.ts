import { reopenedBy, revokedAt, stateOfCode, UNPAIRED, type Aparelho } from '../../domain/aparelho.ts'
import type { EquipeRepo } from '../../domain/equipe-repo.ts'
import { feitoOf } from '../../domain/historico.ts'
import { putFeito, type MemoryStore } from './store.ts'

/** The team in memory. */
export function createEquipeRepo(store: MemoryStore): EquipeRepo {
  const { aparelhos } = store
  const findBy = (field: 'codigo' | 'segredo' | 'segredorevogado', hash: string) =>
    [...aparelhos.values()].find((aparelho) => aparelho[field] === hash) ?? null
  const put = (aparelho: Aparelho) => {
    aparelhos.set(aparelho.aparelhoid, aparelho)
    return aparelho
  }

  return {
    async invite(invitation, autor) {
      putFeito(store, feitoOf(autor, 'convidou', invitation.aparelhoid, invitation.papel))
      return put({ ...invitation, ...UNPAIRED })
    },

    findByCodigo: async (codigo) => findBy('codigo', codigo),
    findBySegredo: async (segredo) => findBy('segredo', segredo),
    findRevogado: async (segredo) => findBy('segredorevogado', segredo),

    async pair(codigo, segredo, autor) {
      const found = findBy('codigo', codigo)
      const kind = stateOfCode(found, autor.em)
      if (kind !== 'open' || !found) return { kind: kind === 'open' ? 'not-found' : kind }
      const { aparelhoid } = found
      const aparelho = put({ ...found, segredo, pareadoem: autor.em, vistoem: autor.em, pendentes: null })
      putFeito(store, feitoOf({ ...autor, quem: aparelhoid }, 'pareou', aparelhoid))
      return { kind: 'paired', aparelho }
    },

    async revoke(aparelhoid, autor) {
      const found = aparelhos.get(aparelhoid)
      if (found?.revogadoem !== null) return false
      put(revokedAt(found, autor.em))
      putFeito(store, feitoOf(autor, 'revogou', aparelhoid))
      return true
    },

    async reconnect(aparelhoid, codigo, codigoate, autor) {
      const found = aparelhos.get(aparelhoid)
      if (!found) return null
      putFeito(store, feitoOf(autor, 'reconectou', aparelhoid))
      return put(reopenedBy(found, codigo, codigoate, autor.em))
    },

    async see(aparelhoid, now) {
      const found = aparelhos.get(aparelhoid)
      if (found) put({ ...found, vistoem: now })
    },

    async notePendentes(aparelhoid, pendentes, now) {
      const found = aparelhos.get(aparelhoid)
      if (found) put({ ...found, pendentes, vistoem: now })
    },

    list: async () =>
      [...aparelhos.values()].sort(
        (a, b) => a.nome.localeCompare(b.nome, 'pt-BR') || (a.aparelhoid < b.aparelhoid ? -1 : 1),
      ),
  }
}
