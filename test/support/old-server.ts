import { Database } from '../../server/repos/sqlite/database.ts'
import { HOLD_MS, NOW } from './factories.ts'
import { valueOf } from './sqlite-value.ts'

/**
 * What the first servers that were released run on a database file. They may still be up while a command of this
 * version is at work beside them.
 */

/** Their schema, as they wrote it: one text per version of `user_version`. */
export const OLD_SCHEMA = [
  `
  CREATE TABLE empresa (
    empresaid TEXT PRIMARY KEY NOT NULL,
    cnpj TEXT NOT NULL DEFAULT '', nome TEXT NOT NULL, contato TEXT NOT NULL DEFAULT '',
    categoria TEXT NOT NULL DEFAULT '', solicitante TEXT NOT NULL DEFAULT '',
    lcredencial TEXT NOT NULL DEFAULT '', icredencial ANY,
    estacionamento TEXT NOT NULL DEFAULT '', llcredencial TEXT NOT NULL DEFAULT '', licredencial ANY,
    lestacionamento TEXT NOT NULL DEFAULT '', status TEXT NOT NULL DEFAULT '', usuarioid TEXT NOT NULL DEFAULT ''
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE meta (nome TEXT PRIMARY KEY NOT NULL, valor TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE credencial (
    credencialid TEXT PRIMARY KEY NOT NULL,
    empresaid TEXT NOT NULL, usuarioid TEXT NOT NULL, cpf TEXT NOT NULL, nome TEXT NOT NULL, telefone TEXT NOT NULL,
    email TEXT NOT NULL, qrcode TEXT NOT NULL, tipo TEXT NOT NULL, controle TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX credencial_cpf ON credencial (cpf);

  CREATE TABLE chave (
    chave TEXT PRIMARY KEY NOT NULL,
    credencialid TEXT NOT NULL UNIQUE REFERENCES credencial ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE avip (
    vipid TEXT PRIMARY KEY NOT NULL REFERENCES credencial (credencialid) ON DELETE CASCADE,
    cpf TEXT NOT NULL, nome TEXT NOT NULL, tipo TEXT NOT NULL, controle TEXT NOT NULL, usuarioid TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- credencialid is no foreign key: a spent invitation stays spent when its credencial is erased.
  CREATE TABLE reserva (
    reservaid TEXT PRIMARY KEY NOT NULL,
    empresaid TEXT NOT NULL REFERENCES empresa,
    sid TEXT NOT NULL, origem TEXT,
    estado TEXT NOT NULL CHECK (estado IN ('pendente', 'usada', 'liberada')),
    criadaem INTEGER NOT NULL, expiraem INTEGER NOT NULL,
    credencialid TEXT CHECK (estado <> 'usada' OR credencialid IS NOT NULL)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX reserva_pendente ON reserva (sid, empresaid) WHERE estado = 'pendente';
  CREATE UNIQUE INDEX reserva_usada ON reserva (credencialid) WHERE estado = 'usada';
  CREATE INDEX reserva_prazo ON reserva (empresaid, expiraem) WHERE estado = 'pendente';
  `,
  // Each claim counts what its address holds: without this it read every hold of the company.
  `CREATE INDEX reserva_origem ON reserva (empresaid, origem, expiraem) WHERE estado = 'pendente';`,
] as const

/** What such a server runs for a claim, a registration with it, and its health check. */
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
    /** Writes back the number it read when it started. */
    check: () => db.exec(`PRAGMA user_version = ${version}`),
    close: () => db.close(),
  }
}
