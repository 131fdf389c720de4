import type { Andamento } from '../../domain/andamento.ts'
import type { PlanilhaEnviada, PlanilhaRepo } from '../../domain/planilha-repo.ts'
import type { BoundActs } from '../bind.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { prepareUpsert } from './database.ts'
import { createResidue } from './residue.ts'

const FIELDS = [
  ...(['planilhaid', 'enviadaem', 'tipo', 'arquivo', 'fase', 'quem', 'vistaem'] as const),
  ...(['feitas', 'total', 'entram', 'mudam', 'recusadas', 'problema'] as const),
] satisfies (keyof Andamento)[]

/** How far uploads are, inside the caller's transaction or outside of any. */
export function prepareAndamentos(db: Connection) {
  const select = db.prepare<[string], Andamento>('SELECT * FROM andamento WHERE planilhaid = ?')
  const upsert = prepareUpsert<Andamento>(db, 'andamento', 'planilhaid', FIELDS)
  return {
    andamento: (planilhaid: string) => select.get(planilhaid) ?? null,
    putAndamento: (andamento: Andamento) => void upsert.run(andamento),
  }
}

/** Uploaded spreadsheets in SQLite. What they leave in the bytes of its files is wiped as guests are. */
export function createPlanilhaRepo(db: Connection, acts: BoundActs['planilhas']): PlanilhaRepo {
  const residue = createResidue(db)
  const { andamento } = prepareAndamentos(db)
  const put = db.prepare<[PlanilhaEnviada]>(
    `INSERT OR REPLACE INTO planilha (planilhaid, enviadaem, tipo, arquivo, bytes)
     VALUES (@planilhaid, @enviadaem, @tipo, @arquivo, @bytes)`,
  )
  const select = db.prepare<[string], PlanilhaEnviada>('SELECT * FROM planilha WHERE planilhaid = ?')
  const selectId = db.prepare<[string]>('SELECT 1 FROM planilha WHERE planilhaid = ?')
  const selectOld = db.prepare<[{ before: number }], { planilhaid: string }>(
    `SELECT planilhaid FROM planilha WHERE enviadaem < @before
     UNION SELECT planilhaid FROM andamento WHERE enviadaem < @before`,
  )
  const deletePlanilha = db.prepare<[string]>('DELETE FROM planilha WHERE planilhaid = ?')
  const deleteAndamento = db.prepare<[string]>('DELETE FROM andamento WHERE planilhaid = ?')
  const remove = (planilhaid: string) => {
    const erased = deletePlanilha.run(planilhaid).changes + deleteAndamento.run(planilhaid).changes
    if (erased > 0) residue.note()
  }
  const deleteOld = ['planilha', 'andamento'].map((table) =>
    db.prepare<[number]>(`DELETE FROM ${table} WHERE enviadaem < ?`),
  )
  const forget = inTransaction(db, (before: number) => {
    const old = selectOld.all({ before }).length
    for (const statement of deleteOld) statement.run(before)
    if (old > 0) residue.note()
    return old
  })

  return {
    ...acts,
    put: inTransaction(db, (planilha: PlanilhaEnviada) => {
      if (selectId.get(planilha.planilhaid)) residue.note()
      put.run(planilha)
    }),
    find: async (planilhaid) => translateErrors(() => select.get(planilhaid)) ?? null,
    findAndamento: async (planilhaid) => translateErrors(() => andamento(planilhaid)),
    remove: inTransaction(db, remove),
    // Looked for first: to write, this process would wait for all others.
    forget: async (before) => (translateErrors(() => selectOld.get({ before })) ? forget(before) : 0),
  }
}
