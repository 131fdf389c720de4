import { entradasIn, instantOf, type Entrada } from '../../server/domain/entrada.ts'
import type { Database } from '../../server/repos/sqlite/database.ts'
import { valuesOf } from '../../test/support/sqlite-value.ts'
import { alone, measuredOf, onSqlite, planted, seed } from './model/check.ts'
import { lookAt } from './product.ts'
import type { Prova } from './prova.ts'

/** Three organisers in four processes do everything the board can do at once, with guests beside them. */
export const painel: Prova = {
  goal: '2,000 board acts at random by 3 organisers over 4 processes: one order explains every answer, record and line of the history, licredencial = before + pendente + usada everywhere, every acknowledged act once in the history; every planted fault is found',
  limitSeconds: { full: 300, short: 60 },
  async run(isShort) {
    const crowd = { mix: 'painel', seed, actors: 3, total: isShort ? 400 : 2_000 } as const
    return measuredOf([
      await alone('painel', isShort ? 1_000 : 5_000),
      await planted('painel', 1_000),
      await onSqlite(crowd, (directory) => lookAt(directory, fileFaults)),
    ])
  },
}

/** How a database file breaks its own rules. */
function fileFaults(db: Database): string[] {
  return [
    ...painelFaults(db),
    ...valuesOf(db, 'PRAGMA integrity_check')
      .map(String)
      .filter((line) => line !== 'ok'),
    ...valuesOf(db, 'PRAGMA foreign_key_check').map(String),
  ]
}

/**
 * Every guest has a key, an avip and the board's search keys, and is inside since the first admission that
 * counts.
 */
function painelFaults(db: Database): string[] {
  const selectEntradas = db.prepare<[string], Entrada>('SELECT * FROM entrada WHERE credencialid = ?')
  const rows = db
    .prepare<[], { credencialid: string; isWhole: number; dentrodesde: number | null }>(
      `SELECT credencialid, dentrodesde,
         k.chave IS NOT NULL AND a.nome IS c.nome AND b.nome IS c.nome AND instr(b.telefone, c.telefone) AS isWhole
       FROM credencial c LEFT JOIN chave k USING (credencialid) LEFT JOIN busca b USING (credencialid)
       LEFT JOIN avip a ON a.vipid = c.credencialid`,
    )
    .all()
  return rows.flatMap(({ credencialid, isWhole, dentrodesde }) => {
    const [first] = entradasIn(selectEntradas.all(credencialid))
    const isRight = isWhole === 1 && dentrodesde === (first ? instantOf(first) : null)
    return isRight ? [] : [`${credencialid} is not whole, or not inside since ${first?.lidaem}`]
  })
}
