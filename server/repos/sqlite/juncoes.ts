import { byKept, juncaoOf, type Juncao } from '../../domain/juncao.ts'
import type { Connection } from './connection.ts'

/** Merges, as the history tells them, inside the caller's transaction. */
export interface JuncaoStatements {
  /** Into whom a guest was merged last. */
  find(gone: string): Juncao | null
  /** All, by who stayed. */
  all(): Map<string, Juncao[]>
}

type Row = { alvo: string; detalhe: string }

/** Prepares the statements once per connection; an index has the lines of merges by who was erased. */
export function prepareJuncoes(db: Connection): JuncaoStatements {
  const selectLast = db.prepare<[{ id: string }], Row>(
    // After the id one word more, which holds no blank: ids of other products may.
    `SELECT alvo, detalhe FROM historico WHERE ato = 'juntou' AND detalhe > @id || ' ' AND detalhe < @id || '!'
     AND instr(substr(detalhe, length(@id) + 2), ' ') = 0 ORDER BY em DESC, historicoid DESC LIMIT 1`,
  )
  const selectAll = db.prepare<[], Row>(`SELECT alvo, detalhe FROM historico WHERE ato = 'juntou'`)
  return {
    find(id) {
      const found = selectLast.get({ id })
      return found ? juncaoOf(found) : null
    },
    all: () => byKept(selectAll.all().map(juncaoOf)),
  }
}
