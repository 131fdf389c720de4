import type { CredencialRepo } from '../../domain/credencial-repo.ts'
import type { Procedencia } from '../../domain/procedencia.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'

/** What the credenciais' repo knows of addresses. */
export function createProcedencias(
  db: Connection,
): Pick<CredencialRepo, 'listProcedencias' | 'forgetOrigens'> {
  const selectSince = db.prepare<[number, number], Procedencia>(
    `SELECT r.credencialid, r.origem, r.empresaid, r.criadaem
     FROM reserva r JOIN credencial c ON c.credencialid = r.credencialid
     WHERE r.estado = 'usada' AND r.origem IS NOT NULL AND r.criadaem >= ?
     UNION ALL
     SELECT k.credencialid, k.origem, r.empresaid, k.criadaem
     FROM chave k LEFT JOIN reserva r ON r.credencialid = k.credencialid AND r.estado = 'usada'
     WHERE r.origem IS NULL AND k.origem IS NOT NULL AND k.criadaem >= ?`,
  )
  const selectOld = db.prepare<[number, number]>(
    `SELECT 1 FROM reserva WHERE origem IS NOT NULL AND criadaem < ?
     UNION ALL SELECT 1 FROM chave WHERE criadaem < ? LIMIT 1`,
  )
  const forgetReservas = db.prepare<[number]>(
    'UPDATE reserva SET origem = NULL WHERE origem IS NOT NULL AND criadaem < ?',
  )
  const forgetChaves = db.prepare<[number]>(
    'UPDATE chave SET origem = NULL, criadaem = NULL WHERE criadaem < ?',
  )
  const forget = inTransaction(db, (before: number) => {
    forgetReservas.run(before)
    forgetChaves.run(before)
  })

  return {
    listProcedencias: async (since) => translateErrors(() => selectSince.all(since, since)),
    async forgetOrigens(before) {
      // Looked for first: to write, this process would wait for all others.
      if (translateErrors(() => selectOld.get(before, before))) await forget(before)
    },
  }
}
