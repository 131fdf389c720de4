import type { BackupPlan } from '../../domain/backups.ts'
import type { Storage } from '../../domain/storage.ts'
import { createAvipMirror } from './avips.ts'
import { createBackups, openFolder } from './backups.ts'
import { damageOf } from './busy.ts'
import { openConnection, inTransaction } from './connection.ts'
import { createPainelRepo } from './painel-repo.ts'
import { createPortaRepo } from './porta-repo.ts'
import { createSqliteRepositories } from './repositories.ts'
import { restore, type Restoration, type RestoreRequest } from './restore.ts'
import type { Upgrade } from './upgrade.ts'

export type { Restoration, Upgrade }

interface SqliteOptions {
  /** Null makes copies before upgrades only. */
  backups?: BackupPlan | null
  onUpgrade?: (done: Upgrade) => void
}

/**
 * Storage in one database file, shared by any number of processes on one machine (decision 0005).
 * @throws Error saying what to do where the file is damaged, and the errors of `openConnection` and
 * `openFolder`
 */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Storage> {
  try {
    return await open(path, options)
  } catch (cause) {
    const damage = damageOf(cause)
    if (damage === null) throw cause
    throw new Error(
      `SQLITE_PATH=${path} is damaged (${damage}): stop the server, and put a copy in its place by ` +
        'node build/node/cli/main.js restaurar FILE --danificado',
      { cause },
    )
  }
}

async function open(path: string, { backups = null, onUpgrade }: SqliteOptions): Promise<Storage> {
  if (backups) openFolder(backups)
  const db = await openConnection(path, onUpgrade)
  const countCheck = db.prepare(
    `INSERT INTO meta (nome, valor) VALUES ('saude', '1')
     ON CONFLICT (nome) DO UPDATE SET valor = CAST(valor AS INTEGER) + 1`,
  )
  const made = createSqliteRepositories(db)
  await made.credenciais.fillSearch()
  return {
    ...made,
    painel: createPainelRepo(db, made.empresas),
    porta: createPortaRepo(db),
    avips: createAvipMirror(db),
    backups: path === ':memory:' ? null : createBackups(db, path, backups),
    // A row of its own, with another value each time: SQLite writes nothing if nothing changes, and would
    // not notice a full or read-only disk. Never the schema's version, which a newer command may have raised
    // meanwhile.
    check: inTransaction(db, () => void countCheck.run()),
    async close() {
      try {
        // The package closes the file only once its statements are collected, too late to empty the log.
        db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } finally {
        db.close()
      }
    },
  }
}

export const restoreSqlite = (request: RestoreRequest): Promise<Restoration> => restore(request, openSqlite)
