import type { Chave } from '../../domain/acesso.ts'
import type { Credencial } from '../../domain/credencial.ts'
import type { Connection } from './connection.ts'

/** Natural keys and what lies beside them, inside the caller's transaction. */
export interface ChaveStatements {
  /** Who is stored under a key, and what lies beside it. */
  find(key: string): { credencial: Credencial; chave: Chave } | null
  /** Who is stored under a key. */
  ownerOf(key: string): string | null
  /** The key of a guest, and what lies beside it. */
  findOf(credencialid: string): { key: string; chave: Chave } | null
  /** Stores a guest's key with what lies beside it, in place of the one the guest had. */
  replace(key: string, chave: Chave): void
  /** Tells whether there are recibos that count no more. */
  hasEndedFormCookies(now: number): boolean
  /** Erases them. @returns how many */
  forgetFormCookies(now: number): number
}

/** Prepares the statements once per connection. */
export function prepareChaves(db: Connection): ChaveStatements {
  const selectConvidado = db.prepare<[string], Credencial & Chave>(
    `SELECT c.*, k.origem, k.criadaem, k.versao, k.recibo, k.reciboate FROM chave k JOIN credencial c USING (credencialid)
     WHERE k.chave = ?`,
  )
  const putChave = db.prepare<[Chave & { key: string }]>(
    `INSERT INTO chave (chave, credencialid, origem, criadaem, versao, recibo, reciboate)
     VALUES (@key, @credencialid, @origem, @criadaem, @versao, @recibo, @reciboate)
     ON CONFLICT (chave) DO UPDATE SET credencialid = @credencialid, origem = @origem, criadaem = @criadaem,
       versao = @versao, recibo = @recibo, reciboate = @reciboate`,
  )
  const changeChave = db.prepare<[Chave & { key: string }]>(
    `UPDATE chave SET chave = @key, origem = @origem, criadaem = @criadaem, versao = @versao, recibo = @recibo,
       reciboate = @reciboate WHERE credencialid = @credencialid`,
  )
  const selectOwner = db.prepare<[string], { credencialid: string }>(
    'SELECT credencialid FROM chave WHERE chave = ?',
  )
  const selectOf = db.prepare<[string], Chave & { chave: string }>(
    'SELECT * FROM chave WHERE credencialid = ?',
  )
  const selectEnded = db.prepare<[number]>('SELECT 1 FROM chave WHERE reciboate <= ? LIMIT 1')
  const forgetEnded = db.prepare<[number]>(
    'UPDATE chave SET recibo = NULL, reciboate = NULL WHERE reciboate <= ?',
  )

  return {
    ownerOf: (key) => selectOwner.get(key)?.credencialid ?? null,
    findOf(credencialid) {
      const row = selectOf.get(credencialid)
      if (!row) return null
      const { chave: key, ...chave } = row
      return { key, chave }
    },
    find(key) {
      const row = selectConvidado.get(key)
      if (!row) return null
      const { origem, criadaem, versao, recibo, reciboate, ...credencial } = row
      const { credencialid } = credencial
      return { credencial, chave: { credencialid, origem, criadaem, versao, recibo, reciboate } }
    },
    replace(key, chave) {
      // A guest of another product has none yet.
      if (changeChave.run({ ...chave, key }).changes === 0) putChave.run({ ...chave, key })
    },
    hasEndedFormCookies: (now) => selectEnded.get(now) !== undefined,
    forgetFormCookies: (now) => forgetEnded.run(now).changes,
  }
}
