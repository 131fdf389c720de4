import { byKept, juncaoOf } from '../../domain/juncao.ts'
import type { Connection } from './connection.ts'

/** Merges, as the history tells them, by who stayed. */
export function prepareJuncoes(db: Connection) {
  const selectAll = db.prepare<[], { alvo: string; detalhe: string }>(
    `SELECT alvo, detalhe FROM historico WHERE ato = 'juntou'`,
  )
  return { all: () => byKept(selectAll.all().map(juncaoOf)) }
}
