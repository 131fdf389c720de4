import { avipOf, type Avip, type Credencial } from '../../domain/credencial.ts'
import type { AvipMirror } from '../../domain/credencial-repo.ts'
import { StorageError } from '../../domain/errors.ts'
import { isSqliteError } from './busy.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'

/** Avips stored in one transaction of maintenance. */
const PAGE = 200

/** Prepares storing avips, inside the caller's transaction. */
export function prepareAvips(db: Connection) {
  const put = db.prepare<[Avip]>(
    `INSERT OR REPLACE INTO avip (vipid, cpf, nome, tipo, controle, usuarioid)
     VALUES (@vipid, @cpf, @nome, @tipo, @controle, @usuarioid)`,
  )
  const forget = db.prepare<[string]>('DELETE FROM avip WHERE vipid = ?')
  return {
    /**
     * Stores a guest's avip, or leaves it due: the credencial is stored without the row.
     * @returns false if it is due
     */
    put: (avip: Avip): boolean => {
      try {
        db.inSavepoint(() => put.run(avip))
        return true
      } catch (cause) {
        // On a full disk SQLite rolls back the whole transaction, the credencial included.
        if (!isSqliteError(cause) || !db.isTransaction) throw cause
        // An avip with the guest's former name is no longer theirs.
        forget.run(avip.vipid)
        return false
      }
    },
  }
}

/** Stores the avips a registration could not: those of credenciais without an avip row (decision 0005). */
export function createAvipMirror(db: Connection): AvipMirror {
  const { put } = prepareAvips(db)
  const putAvip = (credencial: Credencial) => put(avipOf(credencial))
  const isDue = 'NOT EXISTS (SELECT 1 FROM avip WHERE vipid = credencialid)'
  const selectOne = db.prepare<[string], Credencial>(
    `SELECT * FROM credencial WHERE credencialid = ? AND ${isDue}`,
  )
  const selectDue = db.prepare<[], Credencial>(`SELECT * FROM credencial WHERE ${isDue} LIMIT ${PAGE}`)
  // Every avip has its credencial, so two counts cost less than looking for each.
  const selectCount = db.prepare<[], { due: number }>(
    'SELECT (SELECT count(*) FROM credencial) - (SELECT count(*) FROM avip) AS due',
  )
  const countDue = () => translateErrors(() => selectCount.get()?.due ?? 0)
  const mirrorPage = inTransaction(db, () => selectDue.all().map(putAvip))
  const mirrorOne = inTransaction(db, (credencialid: string) => selectOne.all(credencialid).every(putAvip))

  return {
    async mirror(credencialid) {
      if (!translateErrors(() => selectOne.get(credencialid))) return
      if (!(await mirrorOne(credencialid))) throw new StorageError('[sqlite] the avip could not be stored')
    },

    async mirrorDue() {
      let mirrored = 0
      for (let isGoing = true; isGoing && countDue() > 0;) {
        const page = await mirrorPage()
        mirrored += page.filter(Boolean).length
        isGoing = page.length > 0 && !page.includes(false)
      }
      return { mirrored, due: countDue() }
    },

    // None is ever refused for good.
    findRefused: async () => [],
  }
}
