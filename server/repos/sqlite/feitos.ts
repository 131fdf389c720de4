import type { Feito } from '../../domain/historico.ts'
import type { Connection } from './connection.ts'

/** Columns of an act. */
export const FEITO_FIELDS = [
  'historicoid',
  'quem',
  'em',
  'ato',
  'alvo',
  'detalhe',
] as const satisfies readonly (keyof Feito)[]

/** Prepares appending an act to the history, inside the caller's transaction; one that is there stays as it is. */
export function prepareFeitos(db: Connection): (feito: Feito | null) => void {
  const insert = db.prepare<[Feito]>(
    `INSERT INTO historico (${FEITO_FIELDS.join(', ')})
     VALUES (${FEITO_FIELDS.map((field) => `@${field}`).join(', ')}) ON CONFLICT DO NOTHING`,
  )
  return (feito) => {
    if (feito) insert.run(feito)
  }
}
