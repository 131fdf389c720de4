import type { EquipeRepo } from '../../domain/equipe-repo.ts'
import { byPairing, pareadoOf } from '../../domain/pareamento.ts'
import type { BoundActs } from '../bind.ts'
import { prepareAparelhos } from './aparelho-statements.ts'
import { translateErrors, type Connection } from './connection.ts'
import { preparePareamentos } from './pareamento-statements.ts'

/** The team in SQLite. */
export function createEquipeRepo(db: Connection, acts: BoundActs['equipe']): EquipeRepo {
  const aparelhos = prepareAparelhos(db)
  const pareamentos = preparePareamentos(db)
  return {
    ...acts,
    findByCodigo: async (codigo) => translateErrors(() => aparelhos.findBy('codigo', codigo)),
    findBySegredo: async (segredo) => translateErrors(() => aparelhos.findBy('segredo', segredo)),
    findPareamento: async (segredo) =>
      translateErrors(() => {
        const pareamento = pareamentos.find(segredo)
        const aparelho = pareamento && aparelhos.find(pareamento.aparelhoid)
        return aparelho ? pareadoOf(aparelho, pareamento) : null
      }),
    listPareamentos: async () => translateErrors(() => pareamentos.list()).sort(byPairing),
    list: async () =>
      translateErrors(() => aparelhos.list()).sort(
        (a, b) => a.nome.localeCompare(b.nome, 'pt-BR') || (a.aparelhoid < b.aparelhoid ? -1 : 1),
      ),
  }
}
