import { ERASURES, type LinhaDoHistorico, type HistoricoRepo } from '../../domain/historico.ts'
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

/** The lines of erasures. The last is the one storage has noted: a clock that was put right since may say otherwise. */
export function erasuresIn(db: Connection): LinhaDoHistorico[] {
  const atos = ERASURES.map((ato) => `'${ato}'`).join(', ')
  return db
    .prepare<[], LinhaDoHistorico>(
      `SELECT * FROM historico WHERE ato IN (${atos})
       ORDER BY historicoid IS (SELECT valor FROM meta WHERE nome = 'expurgo'), em`,
    )
    .all()
}

/** Prepares noting which erasure was the last, inside the caller's transaction. */
export function prepareLastErasure(db: Connection): (linha: Pick<LinhaDoHistorico, 'historicoid'>) => void {
  const put = db.prepare<[string]>(
    `INSERT INTO meta (nome, valor) VALUES ('expurgo', ?) ON CONFLICT (nome) DO UPDATE SET valor = excluded.valor`,
  )
  return ({ historicoid }) => void put.run(historicoid)
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
