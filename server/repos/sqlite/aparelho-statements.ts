import type { Aparelho } from '../../domain/aparelho.ts'
import type { Connection } from './connection.ts'
import { prepareUpsert } from './upsert.ts'

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
