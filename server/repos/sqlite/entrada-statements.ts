import type { Entrada } from '../../domain/entrada.ts'
import { prepareBusca } from './busca-statements.ts'
import type { Connection } from './connection.ts'

/** Columns of an entrada. */
export const ENTRADA_FIELDS = [
  'entradaid',
  'credencialid',
  'aparelhoid',
  'seq',
  'lidaem',
  'desvio',
  'modo',
  'recebidaem',
  'anula',
  'anotado',
] as const satisfies readonly (keyof Entrada)[]

/** Admissions, inside the caller's transaction. */
export interface EntradaStatements {
  /** @returns false for one whose entradaid is stored already */
  append(entrada: Entrada): boolean
  listOf(credencialid: string): Entrada[]
}

/** Prepares the statements once per connection. */
export function prepareEntradas(db: Connection): EntradaStatements {
  const busca = prepareBusca(db)
  const insert = db.prepare<[Entrada]>(
    `INSERT INTO entrada (${ENTRADA_FIELDS.join(', ')})
     VALUES (${ENTRADA_FIELDS.map((field) => `@${field}`).join(', ')}) ON CONFLICT DO NOTHING`,
  )
  const selectOf = db.prepare<[string], Entrada>('SELECT * FROM entrada WHERE credencialid = ?')
  return {
    append(entrada) {
      const isNew = insert.run(entrada).changes > 0
      if (isNew) busca.admit(entrada.credencialid)
      return isNew
    },
    listOf: (credencialid) => selectOf.all(credencialid),
  }
}
