import { nomesOf, type Aparelho } from '../../domain/aparelho.ts'
import {
  byPairing,
  newPareamento,
  pareadoOf,
  type EquipeRepo,
  type Pareamento,
} from '../../domain/pareamento.ts'
import type { BoundActs } from '../bind.ts'
import { translateErrors, type Connection } from './connection.ts'
import { prepareUpsert } from './database.ts'

/** Columns of an aparelho. */
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

// By name: the table has columns of earlier versions, too.
const COLUMNS = APARELHO_FIELDS.join(', ')

/** Places in the team, inside the caller's transaction or outside of any. */
export interface AparelhoStatements {
  find(aparelhoid: string): Aparelho | null
  findBy(field: 'codigo' | 'segredo', hash: string): Aparelho | null
  list(): Aparelho[]
  put(aparelho: Aparelho): void
}

/** Prepares the statements once per connection. */
export function prepareAparelhos(db: Connection): AparelhoStatements {
  const selectBy = (field: keyof Aparelho) =>
    db.prepare<[string], Aparelho>(`SELECT ${COLUMNS} FROM aparelho WHERE ${field} = ?`)
  const [byId, codigo, segredo] = [selectBy('aparelhoid'), selectBy('codigo'), selectBy('segredo')]
  const by = { codigo, segredo }
  const selectAll = db.prepare<[], Aparelho>(`SELECT ${COLUMNS} FROM aparelho`)
  const upsert = prepareUpsert<Aparelho>(db, 'aparelho', 'aparelhoid', APARELHO_FIELDS)
  return {
    find: (aparelhoid) => byId.get(aparelhoid) ?? null,
    findBy: (field, hash) => by[field].get(hash) ?? null,
    list: () => selectAll.all(),
    put: (aparelho) => void upsert.run(aparelho),
  }
}

/** Columns of a pairing. */
export const PAREAMENTO_FIELDS = [
  'segredo',
  'aparelhoid',
  'pareadoem',
  'fechadoem',
  'enviouem',
  'pendentes',
  'entregues',
  'limite',
] as const satisfies readonly (keyof Pareamento)[]

/** Pairings, inside the caller's transaction. */
export interface PareamentoStatements {
  /** Of a browser that a server of an earlier version paired there is no row yet. */
  find(segredo: string): Pareamento | null
  put(pareamento: Pareamento): void
  list(): Pareamento[]
}

/** Prepares the statements once per connection. */
export function preparePareamentos(db: Connection): PareamentoStatements {
  const select = db.prepare<[string], Pareamento>('SELECT * FROM pareamento WHERE segredo = ?')
  const selectOpen = db.prepare<[string], { aparelhoid: string; pareadoem: number | null }>(
    'SELECT aparelhoid, pareadoem FROM aparelho WHERE segredo = ?',
  )
  const selectAll = db.prepare<[], Pareamento>('SELECT * FROM pareamento')
  const upsert = prepareUpsert<Pareamento>(db, 'pareamento', 'segredo', PAREAMENTO_FIELDS)
  return {
    find(segredo) {
      const stored = select.get(segredo)
      if (stored) return stored
      const open = selectOpen.get(segredo)
      return open ? newPareamento(open.aparelhoid, segredo, open.pareadoem ?? 0) : null
    },
    put: (pareamento) => void upsert.run(pareamento),
    list: () => selectAll.all(),
  }
}

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
    nomesOf: async (ids) => translateErrors(() => nomesOf(ids, aparelhos.find)),
    list: async () =>
      translateErrors(() => aparelhos.list()).sort(
        (a, b) => a.nome.localeCompare(b.nome, 'pt-BR') || (a.aparelhoid < b.aparelhoid ? -1 : 1),
      ),
  }
}
