import type { PlanilhaEnviada, PlanilhaRepo } from '../../domain/planilha-repo.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { createResidue } from './residue.ts'

/** Uploaded spreadsheets in SQLite. What they leave in the bytes of its files is wiped as guests are. */
export function createPlanilhaRepo(db: Connection): PlanilhaRepo {
  const residue = createResidue(db)
  const put = db.prepare<[PlanilhaEnviada]>(
    `INSERT OR REPLACE INTO planilha (planilhaid, enviadaem, tipo, arquivo, bytes)
     VALUES (@planilhaid, @enviadaem, @tipo, @arquivo, @bytes)`,
  )
  const select = db.prepare<[string], PlanilhaEnviada>('SELECT * FROM planilha WHERE planilhaid = ?')
  const selectOld = db.prepare<[number]>('SELECT 1 FROM planilha WHERE enviadaem < ? LIMIT 1')
  const deleteOne = db.prepare<[string]>('DELETE FROM planilha WHERE planilhaid = ?')
  const deleteOld = db.prepare<[number]>('DELETE FROM planilha WHERE enviadaem < ?')
  const noted = (erased: number) => {
    if (erased > 0) residue.note()
    return erased
  }
  const forget = inTransaction(db, (before: number) => noted(deleteOld.run(before).changes))

  return {
    put: inTransaction(db, (planilha: PlanilhaEnviada) => void put.run(planilha)),
    find: async (planilhaid) => translateErrors(() => select.get(planilhaid)) ?? null,
    remove: inTransaction(db, (planilhaid: string) => void noted(deleteOne.run(planilhaid).changes)),
    // Looked for first: to write, this process would wait for all others.
    forget: async (before) => (translateErrors(() => selectOld.get(before)) ? forget(before) : 0),
  }
}
