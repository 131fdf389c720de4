import { newMesa, type Mesa } from '../../domain/mesa.ts'
import type { Connection } from './connection.ts'
import { prepareUpsert } from './upsert.ts'

/** SQLite has no type for true and false. */
export type MesaRow = Omit<Mesa, 'fechada'> & { fechada: number }

export const MESA_FIELDS = ['empresaid', 'versao', 'fechada'] as const satisfies (keyof MesaRow)[]

export const mesaOf = (row: MesaRow): Mesa => ({ ...row, fechada: row.fechada === 1 })

/** What holders have of their own, inside the caller's transaction or outside of any. */
export interface MesaStatements {
  find(empresaid: string): Mesa
  put(mesa: Mesa): void
}

/** Prepares the statements once per connection. */
export function prepareMesas(db: Connection): MesaStatements {
  const select = db.prepare<[string], MesaRow>('SELECT * FROM mesa WHERE empresaid = ?')
  const upsert = prepareUpsert<MesaRow>(db, 'mesa', 'empresaid', MESA_FIELDS)
  return {
    find(empresaid) {
      const row = select.get(empresaid)
      return row ? mesaOf(row) : newMesa(empresaid)
    },
    put: (mesa) => void upsert.run({ ...mesa, fechada: Number(mesa.fechada) }),
  }
}
