import { NO_ACESSO, type Chave } from '../../domain/acesso.ts'
import type { Credencial } from '../../domain/credencial.ts'
import type { Connection } from './connection.ts'

/** Natural keys and what lies beside them, inside the caller's transaction. */
export interface ChaveStatements {
  /** Who is stored under a key, and what lies beside it. */
  find(key: string): { credencial: Credencial; chave: Chave } | null
  /** Stores a key with what lies beside it, in place of one whose guest is gone. */
  put(key: string, chave: Chave): void
  /** Gives a guest another key; what lies beside it goes along. */
  change(credencialid: string, key: string): void
  /** Replaces a guest's link and forgets who may see it. @returns the new versao; null for a guest without a key */
  renew(credencialid: string): number | null
  /** Tells whether there are recibos that count no more. */
  hasEndedRecibos(now: number): boolean
  /** Erases them. @returns how many */
  forgetRecibos(now: number): number
}

/** Prepares the statements once per connection. */
export function prepareChaves(db: Connection): ChaveStatements {
  const selectGuest = db.prepare<[string], Credencial & Chave>(
    `SELECT c.*, k.origem, k.criadaem, k.versao, k.recibo, k.reciboate FROM chave k JOIN credencial c USING (credencialid)
     WHERE k.chave = ?`,
  )
  const putChave = db.prepare<[Chave & { key: string }]>(
    `INSERT INTO chave (chave, credencialid, origem, criadaem, versao, recibo, reciboate)
     VALUES (@key, @credencialid, @origem, @criadaem, @versao, @recibo, @reciboate)
     ON CONFLICT (chave) DO UPDATE SET credencialid = @credencialid, origem = @origem, criadaem = @criadaem,
       versao = @versao, recibo = @recibo, reciboate = @reciboate`,
  )
  const changeChave = db.prepare<[string, string]>('UPDATE chave SET chave = ? WHERE credencialid = ?')
  const renewChave = db.prepare<[string], { versao: number }>(
    `UPDATE chave SET versao = versao + 1, recibo = NULL, reciboate = NULL WHERE credencialid = ? RETURNING versao`,
  )
  const selectEnded = db.prepare<[number]>('SELECT 1 FROM chave WHERE reciboate <= ? LIMIT 1')
  const forgetEnded = db.prepare<[number]>(
    'UPDATE chave SET recibo = NULL, reciboate = NULL WHERE reciboate <= ?',
  )

  return {
    put: (key, chave) => void putChave.run({ ...chave, key }),
    find(key) {
      const row = selectGuest.get(key)
      if (!row) return null
      const { origem, criadaem, versao, recibo, reciboate, ...credencial } = row
      const { credencialid } = credencial
      return { credencial, chave: { credencialid, origem, criadaem, versao, recibo, reciboate } }
    },
    change(credencialid, key) {
      // A guest of another product has none yet.
      const isKeyed = changeChave.run(key, credencialid).changes > 0
      if (!isKeyed) putChave.run({ key, credencialid, origem: null, criadaem: null, ...NO_ACESSO })
    },
    renew: (credencialid) => renewChave.get(credencialid)?.versao ?? null,
    hasEndedRecibos: (now) => selectEnded.get(now) !== undefined,
    forgetRecibos: (now) => forgetEnded.run(now).changes,
  }
}
