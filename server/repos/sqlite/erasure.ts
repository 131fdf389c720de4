import { StorageError } from '../../domain/errors.ts'
import { inTransaction, type Connection } from './connection.ts'
import type { Residue } from './residue.ts'

/**
 * Erases every guest, so that nothing of them is left in the bytes of the file either. A hold that is still pendente
 * keeps its `sid`, by which its browser is known until it ends.
 * @returns an act that answers how many credentials it erased
 */
export function createErasure(
  db: Connection,
  residue: Residue,
): (onProgress?: (done: number) => void) => Promise<number> {
  const deleteAll = ['avip', 'chave', 'credencial'].map((table) => db.prepare(`DELETE FROM ${table}`))
  const forgetOrigens = db.prepare('UPDATE reserva SET origem = NULL WHERE origem IS NOT NULL')
  const forgetSids = db.prepare(`UPDATE reserva SET sid = '' WHERE estado <> 'pendente' AND sid <> ''`)

  const erase = inTransaction(db, () => {
    const [, , erased = 0] = deleteAll.map((statement) => statement.run().changes)
    forgetOrigens.run()
    forgetSids.run()
    residue.note()
    return erased
  })

  return async (onProgress) => {
    const erased = await erase()
    if (!(await residue.wipe())) {
      throw new StorageError(
        '[sqlite] somebody keeps reading the database, and the bytes are still in its files',
      )
    }
    onProgress?.(erased)
    return erased
  }
}
