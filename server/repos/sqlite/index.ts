import type { Storage } from '../../domain/storage.ts'
import { openConnection, inTransaction } from './connection.ts'
import { createCredencialRepo } from './credencial-repo.ts'
import { createEmpresaRepo } from './empresa-repo.ts'
import { createTransfer } from './transfer.ts'

/**
 * Storage in one database file, shared by any number of processes on one machine (decision 0005).
 * @param path the file, or `:memory:`
 */
export async function openSqlite(path: string): Promise<Storage> {
  const db = await openConnection(path)
  const version = Number(db.pragma('user_version', { simple: true }))
  return {
    empresas: createEmpresaRepo(db),
    credenciais: createCredencialRepo(db),
    transfer: createTransfer(db),
    // Writing the version it already has takes the write lock and fails on a full or read-only disk.
    check: inTransaction(db, () => void db.pragma(`user_version = ${version}`)),
    async close() {
      db.close()
    },
  }
}
