import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Acesso } from '../../server/domain/acesso.ts'
import { Database } from '../../server/repos/sqlite/database.ts'
import { valueOf } from './sqlite-value.ts'
import type { Avip } from '../../server/domain/credencial.ts'
import type { Reserva } from '../../server/domain/reserva.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import type { Harness } from '../contract/harness.ts'

/** A harness on a database file of its own, inspected through a second connection. */
export async function openSqliteHarness(): Promise<Harness & { path: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'convites-'))
  const path = join(directory, 'convites.db')
  const storage = await openSqlite(path)
  const db = new Database(path)
  const insert = (table: string, document: Record<string, unknown>) => {
    const columns = Object.keys(document)
    db.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map((c) => `@${c}`).join()})`).run(
      document,
    )
  }
  return {
    path,
    storage,
    meet: (act, other) => other(storage).then(() => act(storage)),
    putEmpresa: async (document) => insert('empresa', document),
    breakCounter: async (empresaid, licredencial) =>
      void db.prepare('UPDATE empresa SET licredencial = ? WHERE empresaid = ?').run(licredencial, empresaid),
    readEmpresa: async (empresaid) =>
      db.prepare<[string]>('SELECT * FROM empresa WHERE empresaid = ?').get(empresaid) ?? {},
    readReservas: async (empresaid) =>
      db.prepare<[string], Reserva>('SELECT * FROM reserva WHERE empresaid = ?').all(empresaid),
    readCredenciais: async () => db.prepare<[]>('SELECT * FROM credencial').all(),
    putCredencial: async (document) => insert('credencial', { ...document }),
    readAvip: async (vipid) =>
      db.prepare<[string], Avip>('SELECT * FROM avip WHERE vipid = ?').get(vipid) ?? null,
    countChaves: async () => Number(valueOf(db, 'SELECT count(*) FROM chave')),
    readAcesso: async (chave) =>
      db
        .prepare<[string], Acesso>('SELECT versao, recibo, reciboate FROM chave WHERE chave = ?')
        .get(chave) ?? null,
    async close() {
      db.close()
      await storage.close()
      rmSync(directory, { recursive: true })
    },
  }
}
