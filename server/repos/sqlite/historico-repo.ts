import type { HistoricoRepo } from '../../domain/historico-repo.ts'
import type { Feito } from '../../domain/historico.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { prepareFeitos } from './feitos.ts'

/** The history in SQLite. */
export function createHistoricoRepo(db: Connection): HistoricoRepo {
  return {
    add: inTransaction(db, prepareFeitos(db)),
    async list({ quem, alvo, ato, after, limit }) {
      const wanted: [string, (string | number)[]][] = []
      if (quem !== undefined) wanted.push(['quem = ?', [quem]])
      if (alvo !== undefined) wanted.push(['alvo = ?', [alvo]])
      if (ato !== undefined) wanted.push(['ato = ?', [ato]])
      if (after) wanted.push(['(em, historicoid) < (?, ?)', [after.em, after.historicoid]])
      const where = wanted.length === 0 ? '' : `WHERE ${wanted.map(([sql]) => sql).join(' AND ')}`
      const sql = `SELECT * FROM historico ${where} ORDER BY em DESC, historicoid DESC LIMIT ?`
      const values = wanted.flatMap(([, parameters]) => parameters)
      return translateErrors(() => db.prepare<(string | number)[], Feito>(sql).all(...values, limit))
    },
  }
}
