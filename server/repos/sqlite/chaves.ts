import { NO_ACESSO, type Acesso } from '../../domain/acesso.ts'
import type { Credencial } from '../../domain/credencial.ts'
import type { Connection } from './connection.ts'

/** A natural key, and what lies beside it: the address that registered and when, and who may see the credencial. */
interface ChaveRow extends Acesso {
  chave: string
  credencialid: string
  origem: string | null
  criadaem: number | null
}

/** Natural keys and what lies beside them, inside the caller's transaction. */
export interface ChaveStatements {
  /** Who is stored under a key, and what lies beside it. */
  find(chave: string): { credencial: Credencial; acesso: Acesso } | null
  insert(chave: ChaveRow): void
  updateAcesso(credencialid: string, acesso: Acesso): void
  /** Gives a guest another key; what lies beside it goes along. */
  change(credencialid: string, chave: string): void
  /** Tells whether there are recibos that count no more. */
  hasEndedRecibos(now: number): boolean
  /** Erases them. @returns how many */
  forgetRecibos(now: number): number
}

/** Prepares the statements once per connection. */
export function prepareChaves(db: Connection): ChaveStatements {
  const selectGuest = db.prepare<[string], Credencial & Acesso>(
    `SELECT c.*, k.versao, k.recibo, k.reciboate FROM chave k JOIN credencial c USING (credencialid)
     WHERE k.chave = ?`,
  )
  const insertChave = db.prepare<[ChaveRow]>(
    `INSERT INTO chave (chave, credencialid, origem, criadaem, versao, recibo, reciboate)
     VALUES (@chave, @credencialid, @origem, @criadaem, @versao, @recibo, @reciboate)`,
  )
  const updateAcesso = db.prepare<[Acesso & { credencialid: string }]>(
    `UPDATE chave SET versao = @versao, recibo = @recibo, reciboate = @reciboate
     WHERE credencialid = @credencialid`,
  )
  const changeChave = db.prepare<[string, string]>('UPDATE chave SET chave = ? WHERE credencialid = ?')
  const selectEnded = db.prepare<[number]>('SELECT 1 FROM chave WHERE reciboate <= ? LIMIT 1')
  const forgetEnded = db.prepare<[number]>(
    'UPDATE chave SET recibo = NULL, reciboate = NULL WHERE reciboate <= ?',
  )

  return {
    insert: (row) => void insertChave.run(row),
    find(chave) {
      const row = selectGuest.get(chave)
      if (!row) return null
      const { versao, recibo, reciboate, ...credencial } = row
      return { credencial, acesso: { versao, recibo, reciboate } }
    },
    updateAcesso: (credencialid, acesso) => void updateAcesso.run({ ...acesso, credencialid }),
    change(credencialid, chave) {
      // A guest of another product has none yet.
      const isKeyed = changeChave.run(chave, credencialid).changes > 0
      if (!isKeyed) insertChave.run({ chave, credencialid, origem: null, criadaem: null, ...NO_ACESSO })
    },
    hasEndedRecibos: (now) => selectEnded.get(now) !== undefined,
    forgetRecibos: (now) => forgetEnded.run(now).changes,
  }
}
