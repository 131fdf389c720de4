import { avipOf, type Avip } from '../../domain/avip.ts'
import { BURST_MS, CREDENCIAL_FIELDS, type Credencial } from '../../domain/credencial.ts'
import { StorageError } from '../../domain/errors.ts'
import { prepareBusca } from './busca-statements.ts'
import type { Connection } from './connection.ts'

/** Credentials and what is stored with them, inside the caller's transaction. */
export interface CredencialStatements {
  find(credencialid: string): Credencial | null
  /** Stores a new one, or a known one's name, phone and e-mail. */
  put(credencial: Credencial): void
  putAvip(credencial: Credencial): void
  /** Erases one with key, avip, withdrawal and the label of its personal invitation. @returns false when there is none */
  erase(credencialid: string): boolean
  /** The current millisecond; when it is taken, the one after the last taken. Other writers are locked out meanwhile. */
  freeIdAt(now: number): string
}

/** Prepares the statements once per connection. */
export function prepareCredenciais(db: Connection): CredencialStatements {
  const busca = prepareBusca(db)
  const select = db.prepare<[string], Credencial>('SELECT * FROM credencial WHERE credencialid = ?')
  const put = db.prepare<[Credencial]>(
    `INSERT INTO credencial (${CREDENCIAL_FIELDS.join(', ')})
     VALUES (${CREDENCIAL_FIELDS.map((field) => `@${field}`).join(', ')})
     ON CONFLICT (credencialid) DO UPDATE SET nome = @nome, telefone = @telefone, email = @email`,
  )
  const putAvip = db.prepare<[Avip]>(
    `INSERT OR REPLACE INTO avip (vipid, cpf, nome, tipo, controle, usuarioid)
     VALUES (@vipid, @cpf, @nome, @tipo, @controle, @usuarioid)`,
  )
  const deleteOne = db.prepare<[string]>('DELETE FROM credencial WHERE credencialid = ?')
  const forgetRotulo = db.prepare<[string]>(
    `UPDATE convitepessoal AS p SET rotulo = '' WHERE rotulo <> ''
     AND EXISTS (SELECT 1 FROM reserva r WHERE r.reservaid = p.reservaid AND r.credencialid = ?)`,
  )
  const selectId = db.prepare<[string]>('SELECT 1 FROM credencial WHERE credencialid = ?')
  const selectLastId = db.prepare<[string, string], { credencialid: string }>(
    // Ids of other products may begin like ours and go on: as text, or as longer numbers.
    `SELECT credencialid FROM credencial WHERE credencialid BETWEEN ? AND ?
     AND length(credencialid) = 13 AND credencialid NOT GLOB '*[^0-9]*'
     ORDER BY credencialid DESC LIMIT 1`,
  )
  return {
    find: (credencialid) => select.get(credencialid) ?? null,
    put(credencial) {
      put.run(credencial)
      busca.put(credencial)
    },
    putAvip: (credencial) => void putAvip.run(avipOf(credencial)),
    erase(credencialid) {
      forgetRotulo.run(credencialid)
      return deleteOne.run(credencialid).changes > 0
    },
    freeIdAt(now) {
      const isTaken = (id: string) => selectId.get(id) !== undefined
      if (!isTaken(String(now))) return String(now)
      const last = selectLastId.get(String(now), String(now + BURST_MS))
      const id = String(Number(last?.credencialid) + 1)
      if (isTaken(id)) throw new StorageError('[sqlite] no credencialid is free')
      return id
    },
  }
}
