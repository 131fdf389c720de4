import { Database } from '../../server/repos/sqlite/database.ts'
import { HOLD_MS, NOW } from './factories.ts'
import { valueOf } from './sqlite-value.ts'

/**
 * What a server of an earlier release runs on a database file for a claim, a registration with it, and its
 * health check.
 * It may still be up while a command of this release works beside it.
 */
export function openOldServer(path: string) {
  const db = new Database(path)
  const version = Number(valueOf(db, 'PRAGMA user_version'))
  const put = db.prepare(
    `INSERT INTO reserva (reservaid, empresaid, sid, origem, estado, criadaem, expiraem, credencialid)
     VALUES (@reservaid, @empresaid, @sid, @origem, @estado, @criadaem, @expiraem, @credencialid)
     ON CONFLICT (reservaid) DO UPDATE SET estado = @estado, credencialid = @credencialid`,
  )
  const reserva = {
    reservaid: 'antiga',
    empresaid: 'mesa-1',
    sid: 'navegador-antigo',
    origem: 'origem-antiga',
    criadaem: NOW,
    expiraem: NOW + HOLD_MS,
  }
  return {
    claim: () =>
      db.immediately(() => {
        db.exec(`UPDATE empresa SET licredencial = licredencial + 1 WHERE empresaid = 'mesa-1'`)
        put.run({ ...reserva, estado: 'pendente', credencialid: null })
      }),
    register: (credencialid: string) =>
      db.immediately(() => {
        db.prepare(
          `INSERT INTO credencial (empresaid, usuarioid, credencialid, cpf, nome, telefone, email, qrcode, tipo, controle)
           VALUES ('0000000000001', '0000000000001', ?, '00000000000', 'ANTIGO', '6533334444', '', '', 'CONVIDADO', 'ativo')
           ON CONFLICT (credencialid) DO NOTHING`,
        ).run(credencialid)
        db.prepare('INSERT INTO chave (chave, credencialid) VALUES (?, ?)').run('chave-antiga', credencialid)
        db.prepare(
          `INSERT OR REPLACE INTO avip (vipid, cpf, nome, tipo, controle, usuarioid)
           VALUES (?, '00000000000', 'ANTIGO', 'CONVIDADO', 'ativo', '0000000000001')`,
        ).run(credencialid)
        put.run({ ...reserva, estado: 'usada', credencialid })
      }),
    correct: (credencialid: string, nome: string) =>
      db.immediately(() =>
        db.prepare('UPDATE credencial SET nome = ? WHERE credencialid = ?').run(nome, credencialid),
      ),
    /** Writes back the version it read when it started. */
    check: () => db.exec(`PRAGMA user_version = ${version}`),
    close: () => db.close(),
  }
}
