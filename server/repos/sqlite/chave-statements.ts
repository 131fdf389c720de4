import { CARRIED_FIELDS, type Chave } from '../../domain/acesso.ts'
import type { Credencial } from '../../domain/credencial.ts'
import type { Connection } from './connection.ts'
import { prepareUpsert } from './database.ts'

type ChaveRow = Chave & { chave: string }
const ROW: (keyof ChaveRow)[] = ['chave', 'credencialid', ...CARRIED_FIELDS, 'recibo', 'reciboate']

/** Natural keys and what lies beside them, inside the caller's transaction. */
export function prepareChaves(db: Connection) {
  const select = db.prepare<[string], ChaveRow>('SELECT * FROM chave WHERE chave = ?')
  const selectCredencial = db.prepare<[string], Credencial>('SELECT * FROM credencial WHERE credencialid = ?')
  const putChave = prepareUpsert<ChaveRow>(db, 'chave', 'chave', ROW)
  const changeChave = db.prepare<[ChaveRow]>(
    `UPDATE chave SET ${ROW.map((field) => `${field} = @${field}`).join(', ')} WHERE credencialid = @credencialid`,
  )
  const selectOwner = db.prepare<[string], { credencialid: string }>(
    'SELECT credencialid FROM chave WHERE chave = ?',
  )
  const selectOf = db.prepare<[string], ChaveRow>('SELECT * FROM chave WHERE credencialid = ?')
  const selectEnded = db.prepare<[number]>('SELECT 1 FROM chave WHERE reciboate <= ? LIMIT 1')
  const forgetEnded = db.prepare<[number]>(
    'UPDATE chave SET recibo = NULL, reciboate = NULL WHERE reciboate <= ?',
  )

  return {
    ownerOf: (key: string) => selectOwner.get(key)?.credencialid ?? null,
    chaveOf(credencialid: string) {
      const row = selectOf.get(credencialid)
      return row ? parted(row) : null
    },
    find(key: string) {
      const row = select.get(key)
      const credencial = row && selectCredencial.get(row.credencialid)
      return credencial ? { credencial, chave: parted(row).chave } : null
    },
    putChave(key: string, chave: Chave) {
      // A guest of another product has none yet.
      if (changeChave.run({ ...chave, chave: key }).changes === 0) putChave.run({ ...chave, chave: key })
    },
    hasEndedFormCookies: (now: number) => selectEnded.get(now) !== undefined,
    forgetFormCookies: (now: number) => forgetEnded.run(now).changes,
  }
}

function parted({ chave: key, ...chave }: ChaveRow): { key: string; chave: Chave } {
  return { key, chave }
}
