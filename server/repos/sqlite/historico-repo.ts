import type { LinhaDoHistorico, HistoricoRepo } from '../../domain/historico.ts'
import { byKept, juncaoOf, type Juncao } from '../../domain/juncao.ts'
import type { BoundActs } from '../bind.ts'
import { translateErrors, type Connection } from './connection.ts'

export const LINHA_FIELDS = [
  'historicoid',
  'quem',
  'em',
  'ato',
  'alvo',
  'detalhe',
] as const satisfies readonly (keyof LinhaDoHistorico)[]

/** Prepares appending an act to the history, inside the caller's transaction; one that is there stays as it is. */
export function prepareLinhas(db: Connection): (linha: LinhaDoHistorico | null) => void {
  const insert = db.prepare<[LinhaDoHistorico]>(
    `INSERT INTO historico (${LINHA_FIELDS.join(', ')})
     VALUES (${LINHA_FIELDS.map((field) => `@${field}`).join(', ')}) ON CONFLICT DO NOTHING`,
  )
  return (linha) => {
    if (linha) insert.run(linha)
  }
}

export function createHistoricoRepo(db: Connection, acts: BoundActs['historico']): HistoricoRepo {
  return {
    ...acts,
    async list({ quem, alvo, ato, after, limit }) {
      const wanted: [string, (string | number)[]][] = []
      if (quem !== undefined) wanted.push(['quem = ?', [quem]])
      if (alvo !== undefined) wanted.push(['alvo = ?', [alvo]])
      if (ato !== undefined) wanted.push(['ato = ?', [ato]])
      if (after) wanted.push(['(em, historicoid) < (?, ?)', [after.em, after.historicoid]])
      const where = wanted.length === 0 ? '' : `WHERE ${wanted.map(([sql]) => sql).join(' AND ')}`
      const sql = `SELECT * FROM historico ${where} ORDER BY em DESC, historicoid DESC LIMIT ?`
      const values = wanted.flatMap(([, parameters]) => parameters)
      return translateErrors(() =>
        db.prepare<(string | number)[], LinhaDoHistorico>(sql).all(...values, limit),
      )
    },
  }
}

type Row = { alvo: string; detalhe: string }

/** Merges, as the history tells them, inside the caller's transaction; an index has their lines by who was erased. */
export function prepareJuncoes(db: Connection) {
  const selectLast = db.prepare<[{ id: string }], Row>(
    // After the id one word more, which holds no blank: ids of other products may.
    `SELECT alvo, detalhe FROM historico WHERE ato = 'juntou' AND detalhe > @id || ' ' AND detalhe < @id || '!'
     AND instr(substr(detalhe, length(@id) + 2), ' ') = 0 ORDER BY em DESC, historicoid DESC LIMIT 1`,
  )
  const selectAll = db.prepare<[], Row>(`SELECT alvo, detalhe FROM historico WHERE ato = 'juntou'`)
  return {
    find(id: string): Juncao | null {
      const found = selectLast.get({ id })
      return found ? juncaoOf(found) : null
    },
    /** By who stayed. */
    all: () => byKept(selectAll.all().map(juncaoOf)),
  }
}
