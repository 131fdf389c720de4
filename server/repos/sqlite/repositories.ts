import type { CredencialRepo } from '../../domain/credencial-repo.ts'
import type { Envio, EnvioRepo } from '../../domain/envio.ts'
import type { MesaRepo, Pago } from '../../domain/mesa.ts'
import type { HistoricoRepo, LinhaDoHistorico } from '../../domain/historico.ts'
import type { Procedencia } from '../../domain/procedencia.ts'
import type { Records } from '../../domain/records.ts'
import { createRepositories } from '../repositories.ts'
import { createFillBusca } from './busca-statements.ts'
import { inTransaction, pagesInTurns, translateErrors, type Connection } from './connection.ts'
import { recordsIn } from './records.ts'
import { createResidue, erasingBytes } from './residue.ts'

/** The repositories on a connection. Lists that would take twice as long have statements of their own. */
export function createSqliteRepositories(db: Connection) {
  const records = recordsIn(db)
  // In the group commit (decision 0009).
  const write = inTransaction(db, (act: (tx: Records) => unknown) => {
    try {
      const result = act(records)
      records.settle()
      return result
    } catch (cause) {
      records.forget()
      throw cause
    }
  })
  const made = createRepositories({
    // All questions see one instant, though another process may write between two of them.
    read: async (query) => translateErrors(() => db.asOfNow(() => query(records))),
    write: async <Result>(act: (tx: Records) => Result) => (await write(act)) as Result,
    listProcedencias: createProcedencias(db),
  })
  const residue = createResidue(db)
  return {
    ...made,
    credenciais: {
      ...made.credenciais,
      wipeRemoved: () => residue.wipe(),
      fillSearch: createFillBusca(db),
      erasePersonalData: erasingBytes(
        (autor, onProgress, asked) => made.credenciais.erasePersonalData(autor, onProgress, asked),
        residue,
      ),
    },
    historico: { ...made.historico, list: createHistoricoList(db) },
    envios: { ...made.envios, list: createEnvioList(db) },
    mesas: { ...made.mesas, listPagos: createListPagos(db) },
  }
}

export function createProcedencias(db: Connection): CredencialRepo['listProcedencias'] {
  const selectSince = db.prepare<[number, number], Procedencia>(
    `SELECT r.credencialid, r.origem, r.empresaid, r.criadaem
     FROM reserva r JOIN credencial c ON c.credencialid = r.credencialid
     WHERE r.estado = 'usada' AND r.origem IS NOT NULL AND r.criadaem >= ?
     UNION ALL
     SELECT k.credencialid, k.origem, r.empresaid, k.criadaem
     FROM chave k LEFT JOIN reserva r ON r.credencialid = k.credencialid AND r.estado = 'usada'
     WHERE r.origem IS NULL AND k.origem IS NOT NULL AND k.criadaem >= ?`,
  )
  return async (since) => translateErrors(() => selectSince.all(since, since))
}

/** How many notes are read in one turn of the event loop: a few milliseconds. */
const NOTES = 1_000

function createEnvioList(db: Connection): EnvioRepo['list'] {
  const select = db.prepare<[string, string], Envio>(
    `SELECT * FROM envio WHERE tipo = ? AND para > ? ORDER BY para LIMIT ${NOTES}`,
  )
  return async (tipo) => {
    const all: Envio[] = []
    const selectAfter = (after: string) => select.all(tipo, after)
    for await (const page of pagesInTurns(NOTES, selectAfter, ({ para }) => para)) all.push(...page)
    return all
  }
}

function createListPagos(db: Connection): MesaRepo['listPagos'] {
  const select = db.prepare<[string], Pago>(
    `SELECT c.credencialid, c.nome, k.grupo, b.dentrodesde AS dentroDesde
     FROM reserva r CROSS JOIN credencial c USING (credencialid) CROSS JOIN busca b USING (credencialid)
     LEFT JOIN chave k USING (credencialid)
     WHERE r.empresaid = ? AND r.estado = 'usada'`,
  )
  return async (empresaid) => translateErrors(() => select.all(empresaid))
}

function createHistoricoList(db: Connection): HistoricoRepo['list'] {
  return async ({ quem, alvo, ato, after, limit }) => {
    const wanted: [string, (string | number)[]][] = []
    if (quem !== undefined) wanted.push(['quem = ?', [quem]])
    if (alvo !== undefined) wanted.push(['alvo = ?', [alvo]])
    if (ato !== undefined) wanted.push(['ato = ?', [ato]])
    if (after) wanted.push(['(em, historicoid) < (?, ?)', [after.em, after.historicoid]])
    const where = wanted.length === 0 ? '' : `WHERE ${wanted.map(([sql]) => sql).join(' AND ')}`
    const sql = `SELECT * FROM historico ${where} ORDER BY em DESC, historicoid DESC LIMIT ?`
    const values = wanted.flatMap(([, parameters]) => parameters)
    return translateErrors(() => db.prepare<(string | number)[], LinhaDoHistorico>(sql).all(...values, limit))
  }
}
