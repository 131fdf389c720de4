import type { CredencialRepo } from '../../domain/credencial-repo.ts'
import { StorageError } from '../../domain/errors.ts'
import { busyError, isBusyError, whenFree } from './busy.ts'
import { inTransaction, translated, translateErrors, type Connection } from './connection.ts'

/**
 * Overwrites what corrections and removals leave in the bytes of the database file, and of the log beside it.
 *
 * SQLite leaves deleted data in the log until that is emptied. In the file it is not only where the row was:
 * a page that was ever split or reordered keeps old copies of its rows. So the file is rewritten (VACUUM),
 * and the WAL is truncated.
 *
 * Three counts in `meta`, which only grow: corrections and removals; up to which of them the file was
 * rewritten; up to which the log was emptied since. Any process can continue from there, and a reader who
 * stays for hours does not make each attempt rewrite the file.
 */
export function createResidue(db: Connection) {
  const countRemoval = db.prepare(
    `INSERT INTO meta (nome, valor) VALUES ('removidos', '1')
     ON CONFLICT (nome) DO UPDATE SET valor = CAST(valor AS INTEGER) + 1`,
  )
  const selectCount = db.prepare<[string], { valor: string }>('SELECT valor FROM meta WHERE nome = ?')
  const putCount = db.prepare<[string, string]>(
    'INSERT INTO meta (nome, valor) VALUES (?, ?) ON CONFLICT (nome) DO UPDATE SET valor = excluded.valor',
  )
  const checkpoint = db.prepare<[], { busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')

  const read = (nome: string) => translateErrors(() => selectCount.get(nome)?.valor ?? '0')
  const keep = inTransaction(db, (nome: string, valor: string) => void putCount.run(nome, valor))

  const rewriteFile = () => {
    // First the pages overwritten with zeros, for the part of the disk that the file gives back.
    db.exec('PRAGMA wal_checkpoint(PASSIVE); VACUUM')
  }
  const emptyLog = () => {
    // A result, not an error, says that a reader still needs the log.
    if (checkpoint.get()?.busy !== 0) throw busyError('the log is being read')
  }
  const waitFor = async (act: () => void): Promise<boolean> => {
    try {
      await whenFree(act)
      return true
    } catch (cause) {
      if (isBusyError(cause)) return false
      throw translated(cause)
    }
  }

  return {
    /** Counts a correction or a removal, in the transaction that makes it. */
    note: () => void countRemoval.run(),

    /** Whether something was counted that is not overwritten yet. */
    isLeft: () => read('removidos') !== read('limpos'),

    /** @returns false when others read or write for too long; the rest stays counted */
    async wipe(): Promise<boolean> {
      const removidos = read('removidos')
      if (removidos === read('limpos')) return true
      if (removidos !== read('reescritos')) {
        if (!(await waitFor(rewriteFile))) return false
        await keep('reescritos', removidos)
      }
      if (!(await waitFor(emptyLog))) return false
      await keep('limpos', removidos)
      return true
    },
  }
}

/** Erases so that nothing of any guest is left in the bytes of the file either. */
export function erasingBytes(
  erase: CredencialRepo['erasePersonalData'],
  residue: ReturnType<typeof createResidue>,
): CredencialRepo['erasePersonalData'] {
  return async (autor, onProgress, asked) => {
    const erased = await erase(autor, undefined, asked)
    if (erased === null) return null
    if (!(await residue.wipe())) {
      throw new StorageError(
        '[sqlite] somebody keeps reading the database, and the bytes are still in its files',
      )
    }
    onProgress?.(erased)
    return erased
  }
}
