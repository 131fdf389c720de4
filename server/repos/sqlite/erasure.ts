import { inTransaction, rewriteFile, type Connection } from './connection.ts'

/**
 * Erases every guest, so that nothing of them is left in the bytes of the file either: the file is
 * written anew, without what earlier corrections and removals left behind, and deleted rows are overwritten with zeros
 * before that, for the part of the disk the file gives back.
 * @returns an act that answers how many credentials it erased
 */
export function createErasure(db: Connection): (onProgress?: (done: number) => void) => Promise<number> {
  const deleteAll = ['avip', 'chave', 'credencial'].map((table) => db.prepare(`DELETE FROM ${table}`))
  const forgetOrigens = db.prepare('UPDATE reserva SET origem = NULL WHERE origem IS NOT NULL')

  const erase = inTransaction(db, () => {
    const [, , erased = 0] = deleteAll.map((statement) => statement.run().changes)
    forgetOrigens.run()
    return erased
  })

  return async (onProgress) => {
    db.exec('PRAGMA secure_delete = ON')
    const erased = await erase()
    await rewriteFile(db)
    onProgress?.(erased)
    return erased
  }
}
