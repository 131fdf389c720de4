import { newPareamento, type Pareamento } from '../../domain/pareamento.ts'
import type { Connection } from './connection.ts'
import { prepareUpsert } from './upsert.ts'

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
