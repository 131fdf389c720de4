import type { Aparelho } from '../../domain/aparelho.ts'
import { byPairing, nomesOf, type EquipeRepo, type Pareamento } from '../../domain/pareamento.ts'
import type { BoundActs } from '../bind.ts'
import { translateErrors, type Connection } from './connection.ts'
import { prepareUpsert } from './database.ts'

export const APARELHO_FIELDS = [
  'aparelhoid',
  'nome',
  'papel',
  'codigo',
  'codigoate',
  'segredo',
  'pareadoem',
  'vistoem',
  'revogadoem',
] as const satisfies readonly (keyof Aparelho)[]

const COLUMNS = APARELHO_FIELDS.join(', ')

/** Places in the team, inside the caller's transaction or outside of any. */
export function prepareAparelhos(db: Connection) {
  const selectBy = (field: keyof Aparelho) =>
    db.prepare<[string], Aparelho>(`SELECT ${COLUMNS} FROM aparelho WHERE ${field} = ?`)
  const [byId, codigo, segredo] = [selectBy('aparelhoid'), selectBy('codigo'), selectBy('segredo')]
  const by = { codigo, segredo }
  const selectAll = db.prepare<[], Aparelho>(`SELECT ${COLUMNS} FROM aparelho`)
  const upsert = prepareUpsert<Aparelho>(db, 'aparelho', 'aparelhoid', APARELHO_FIELDS)
  return {
    aparelho: (aparelhoid: string) => byId.get(aparelhoid) ?? null,
    aparelhoBy: (field: 'codigo' | 'segredo', hash: string) => by[field].get(hash) ?? null,
    equipe: () => selectAll.all(),
    putAparelho: (aparelho: Aparelho) => void upsert.run(aparelho),
  }
}

const PAREAMENTO_FIELDS = [
  'segredo',
  'aparelhoid',
  'pareadoem',
  'fechadoem',
  'enviouem',
  'pendentes',
  'entregues',
  'limite',
] as const satisfies readonly (keyof Pareamento)[]

/** Pairings, inside the caller's transaction or outside of any. */
export function preparePareamentos(db: Connection) {
  const select = db.prepare<[string], Pareamento>('SELECT * FROM pareamento WHERE segredo = ?')
  const selectAll = db.prepare<[], Pareamento>('SELECT * FROM pareamento')
  const upsert = prepareUpsert<Pareamento>(db, 'pareamento', 'segredo', PAREAMENTO_FIELDS)
  return {
    pareamento: (segredo: string) => select.get(segredo) ?? null,
    putPareamento: (pareamento: Pareamento) => void upsert.run(pareamento),
    listPareamentos: () => selectAll.all(),
  }
}

export function createEquipeRepo(db: Connection, acts: BoundActs['equipe']): EquipeRepo {
  const aparelhos = prepareAparelhos(db)
  const pareamentos = preparePareamentos(db)
  return {
    ...acts,
    findByCodigo: async (codigo) => translateErrors(() => aparelhos.aparelhoBy('codigo', codigo)),
    findBySegredo: async (segredo) => translateErrors(() => aparelhos.aparelhoBy('segredo', segredo)),
    findPareamento: async (segredo) =>
      translateErrors(() => {
        const pareamento = pareamentos.pareamento(segredo)
        const aparelho = pareamento && aparelhos.aparelho(pareamento.aparelhoid)
        return aparelho ? { aparelho, pareamento } : null
      }),
    listPareamentos: async (ids) =>
      translateErrors(() => pareamentos.listPareamentos())
        .filter((one) => ids?.includes(one.aparelhoid) ?? true)
        .sort(byPairing),
    nomesOf: async (ids) => translateErrors(() => nomesOf(ids, aparelhos.aparelho)),
    list: async () =>
      translateErrors(() => aparelhos.equipe()).sort(
        (a, b) => a.nome.localeCompare(b.nome, 'pt-BR') || (a.aparelhoid < b.aparelhoid ? -1 : 1),
      ),
  }
}
