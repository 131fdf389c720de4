import { ALTERACAO, ALTERACAO_GRUPO, ALTERACAO_NUMERO, JUNCAO } from './alteracao-schema.ts'
import type { Database } from './database.ts'

/** Changes the schema. A second run changes nothing. */
type Step = (db: Database) => void

/** The oldest `user_version` that is brought up to date, and the release that brings older files to it. */
export const BASE = 27
export const PASS_THROUGH = '1.2.0'

/**
 * The schema of a new file, which is that of version {@link BASE}.
 *
 * The two counters are ANY: rows that came in as text (the `sqlite3` shell's `.import`, another product) keep
 * their text until the next claim writes a number, and `parseEmpresa` decides what they mean.
 */
export const BASE_SCHEMA = `
  CREATE TABLE IF NOT EXISTS empresa (
    empresaid TEXT PRIMARY KEY NOT NULL,
    cnpj TEXT NOT NULL DEFAULT '', nome TEXT NOT NULL, contato TEXT NOT NULL DEFAULT '',
    categoria TEXT NOT NULL DEFAULT '', solicitante TEXT NOT NULL DEFAULT '',
    lcredencial TEXT NOT NULL DEFAULT '', icredencial ANY,
    estacionamento TEXT NOT NULL DEFAULT '', llcredencial TEXT NOT NULL DEFAULT '', licredencial ANY,
    lestacionamento TEXT NOT NULL DEFAULT '', status TEXT NOT NULL DEFAULT '', usuarioid TEXT NOT NULL DEFAULT ''
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS meta (nome TEXT PRIMARY KEY NOT NULL, valor TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS credencial (
    credencialid TEXT PRIMARY KEY NOT NULL,
    empresaid TEXT NOT NULL, usuarioid TEXT NOT NULL, cpf TEXT NOT NULL, nome TEXT NOT NULL, telefone TEXT NOT NULL,
    email TEXT NOT NULL, qrcode TEXT NOT NULL, tipo TEXT NOT NULL, controle TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS credencial_cpf ON credencial (cpf);

  -- The address that registered lies beside the key for two days; the indexes hold what maintenance has yet to erase.
  CREATE TABLE IF NOT EXISTS chave (
    chave TEXT PRIMARY KEY NOT NULL,
    credencialid TEXT NOT NULL UNIQUE REFERENCES credencial ON DELETE CASCADE,
    origem TEXT, criadaem INTEGER,
    versao INTEGER NOT NULL DEFAULT 0, recibo TEXT, reciboate INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS chave_rastro ON chave (criadaem) WHERE criadaem IS NOT NULL;
  CREATE INDEX IF NOT EXISTS chave_recibo ON chave (reciboate) WHERE reciboate IS NOT NULL;

  CREATE TABLE IF NOT EXISTS avip (
    vipid TEXT PRIMARY KEY NOT NULL REFERENCES credencial (credencialid) ON DELETE CASCADE,
    cpf TEXT NOT NULL, nome TEXT NOT NULL, tipo TEXT NOT NULL, controle TEXT NOT NULL, usuarioid TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- credencialid is no foreign key: a spent invitation stays spent when its credencial is erased.
  CREATE TABLE IF NOT EXISTS reserva (
    reservaid TEXT PRIMARY KEY NOT NULL,
    empresaid TEXT NOT NULL REFERENCES empresa,
    sid TEXT NOT NULL, origem TEXT,
    estado TEXT NOT NULL CHECK (estado IN ('pendente', 'usada', 'liberada')),
    criadaem INTEGER NOT NULL, expiraem INTEGER NOT NULL,
    credencialid TEXT CHECK (estado <> 'usada' OR credencialid IS NOT NULL)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS reserva_pendente ON reserva (sid, empresaid) WHERE estado = 'pendente';
  CREATE UNIQUE INDEX IF NOT EXISTS reserva_usada ON reserva (credencialid) WHERE estado = 'usada';
  CREATE INDEX IF NOT EXISTS reserva_prazo ON reserva (empresaid, expiraem) WHERE estado = 'pendente';
  -- Each claim counts what its address holds, and what it took within the last minute.
  CREATE INDEX IF NOT EXISTS reserva_origem ON reserva (empresaid, origem, expiraem) WHERE estado = 'pendente';
  CREATE INDEX IF NOT EXISTS reserva_ritmo ON reserva (empresaid, origem, criadaem) WHERE origem IS NOT NULL;
  CREATE INDEX IF NOT EXISTS reserva_rastro ON reserva (criadaem) WHERE origem IS NOT NULL;
  CREATE INDEX IF NOT EXISTS reserva_mesa ON reserva (empresaid, credencialid) WHERE estado = 'usada';

  CREATE TABLE IF NOT EXISTS aparelho (
    aparelhoid TEXT PRIMARY KEY NOT NULL, nome TEXT NOT NULL, papel TEXT NOT NULL,
    codigo TEXT, codigoate INTEGER NOT NULL, segredo TEXT,
    pareadoem INTEGER, vistoem INTEGER, revogadoem INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS aparelho_codigo ON aparelho (codigo) WHERE codigo IS NOT NULL;
  CREATE INDEX IF NOT EXISTS aparelho_segredo ON aparelho (segredo) WHERE segredo IS NOT NULL;

  -- One row for each browser that was paired, so that none forgets another.
  CREATE TABLE IF NOT EXISTS pareamento (
    segredo TEXT PRIMARY KEY NOT NULL, aparelhoid TEXT NOT NULL, pareadoem INTEGER NOT NULL, fechadoem INTEGER,
    enviouem INTEGER, pendentes INTEGER, entregues INTEGER NOT NULL, limite INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- credencialid is no foreign key: an admission stays a fact when its credencial is erased.
  CREATE TABLE IF NOT EXISTS entrada (
    entradaid TEXT PRIMARY KEY NOT NULL, credencialid TEXT NOT NULL, aparelhoid TEXT NOT NULL, seq INTEGER NOT NULL,
    lidaem INTEGER NOT NULL, desvio INTEGER NOT NULL, modo TEXT NOT NULL, recebidaem INTEGER NOT NULL, anula TEXT,
    anotado TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entrada_convidado ON entrada (credencialid);
  CREATE INDEX IF NOT EXISTS entrada_anula ON entrada (anula) WHERE anula IS NOT NULL;

  CREATE TABLE IF NOT EXISTS historico (
    historicoid TEXT PRIMARY KEY NOT NULL,
    quem TEXT NOT NULL, em INTEGER NOT NULL, ato TEXT NOT NULL, alvo TEXT NOT NULL, detalhe TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS historico_em ON historico (em);
  CREATE INDEX IF NOT EXISTS historico_alvo ON historico (alvo, em);
  CREATE INDEX IF NOT EXISTS historico_quem ON historico (quem, em);
  CREATE INDEX IF NOT EXISTS historico_ato ON historico (ato, em);

  CREATE TABLE IF NOT EXISTS planilha (
    planilhaid TEXT PRIMARY KEY NOT NULL,
    enviadaem INTEGER NOT NULL, tipo TEXT NOT NULL, arquivo TEXT NOT NULL, bytes BLOB NOT NULL
  ) STRICT;

  -- What the board searches and counts by, worked out from the credencial and its entradas.
  CREATE TABLE IF NOT EXISTS busca (
    credencialid TEXT PRIMARY KEY NOT NULL REFERENCES credencial ON DELETE CASCADE,
    ordem TEXT NOT NULL, nome TEXT NOT NULL, telefone TEXT NOT NULL, email TEXT NOT NULL, cpf TEXT NOT NULL,
    semelhante TEXT NOT NULL, dentrodesde INTEGER
  ) STRICT, WITHOUT ROWID;
  -- Has all that a search compares, in the order of its answer.
  CREATE INDEX IF NOT EXISTS busca_ordem ON busca (ordem, credencialid, nome, telefone, email, cpf);
  CREATE INDEX IF NOT EXISTS busca_semelhante ON busca (semelhante);
  CREATE INDEX IF NOT EXISTS busca_dentro ON busca (dentrodesde) WHERE dentrodesde IS NOT NULL;
  -- Whoever changes a credencial by other means changes it alone: what is out of date is deleted here, and filled in later.
  CREATE TRIGGER IF NOT EXISTS busca_antiga AFTER UPDATE OF nome, telefone, email, cpf ON credencial
  BEGIN DELETE FROM busca WHERE credencialid = OLD.credencialid; END;

  CREATE TABLE IF NOT EXISTS convitepessoal (
    codigo TEXT PRIMARY KEY NOT NULL,
    empresaid TEXT NOT NULL, rotulo TEXT NOT NULL, reservaid TEXT NOT NULL, criadoem INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS convitepessoal_empresa ON convitepessoal (empresaid, criadoem, codigo);
  CREATE INDEX IF NOT EXISTS convitepessoal_reserva ON convitepessoal (reservaid);

  CREATE TABLE IF NOT EXISTS mesa (
    empresaid TEXT PRIMARY KEY NOT NULL, versao INTEGER NOT NULL, fechada INTEGER NOT NULL,
    telefone TEXT NOT NULL DEFAULT '', numero TEXT NOT NULL DEFAULT ''
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS desistencia (
    credencialid TEXT PRIMARY KEY NOT NULL REFERENCES credencial ON DELETE CASCADE,
    em INTEGER NOT NULL, por TEXT NOT NULL, desfeitaem INTEGER, empresaid TEXT, reservaid TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS desistencia_viva ON desistencia (credencialid) WHERE desfeitaem IS NULL;
  CREATE INDEX IF NOT EXISTS desistencia_mesa ON desistencia (empresaid, em) WHERE desfeitaem IS NULL;

  CREATE TABLE IF NOT EXISTS envio (
    tipo TEXT NOT NULL, para TEXT NOT NULL, versao INTEGER NOT NULL, numero TEXT NOT NULL,
    estado TEXT NOT NULL, em INTEGER NOT NULL, quem TEXT NOT NULL, ate INTEGER,
    PRIMARY KEY (tipo, para)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS texto (
    tipo TEXT PRIMARY KEY NOT NULL, abertura TEXT NOT NULL, recado TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Beside the upload, whose row is rewritten whole with what was read of it.
  CREATE TABLE IF NOT EXISTS andamento (
    planilhaid TEXT PRIMARY KEY NOT NULL, enviadaem INTEGER NOT NULL, tipo TEXT NOT NULL, arquivo TEXT NOT NULL,
    fase TEXT NOT NULL, quem TEXT NOT NULL, vistaem INTEGER NOT NULL, feitas INTEGER NOT NULL, total INTEGER NOT NULL,
    entram INTEGER NOT NULL, mudam INTEGER NOT NULL, recusadas INTEGER NOT NULL, problema TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- The one event there is. Its version stands alone: each process asks for it again and again.
  CREATE TABLE IF NOT EXISTS evento (
    unico INTEGER PRIMARY KEY CHECK (unico = 1), versao INTEGER NOT NULL, gravado TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS imagem (
    imagemid TEXT NOT NULL, nome TEXT NOT NULL, bytes BLOB NOT NULL, enviadaem INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (imagemid, nome)
  ) STRICT;
  ${ALTERACAO}
  ${JUNCAO}
  ${ALTERACAO_NUMERO}
`

/**
 * The changes since, one step per version of `user_version`. Steps are never edited once released; a new one
 * is appended.
 *
 * Every step can be run twice, because a server of an earlier version that is still up may write its own
 * `user_version` back. New columns have a default or may be NULL, so that its INSERTs go on working.
 */
export const STEPS: readonly Step[] = [
  // Each registration that a company pays for queries it.
  sql('CREATE INDEX IF NOT EXISTS credencial_telefone ON credencial (telefone)'),
  // Columns from before pairings had rows of their own: nothing reads them, and this erases their secrets.
  (db) => {
    db.exec('DROP INDEX IF EXISTS aparelho_revogado')
    for (const column of ['segredorevogado', 'segredorevogadoem', 'pendentes'])
      if (hasColumn(db, 'aparelho', column)) db.exec(`ALTER TABLE aparelho DROP COLUMN ${column}`)
  },
  // A personal invitation is a person on the list of guests, and guests may come together.
  (db) => {
    for (const [table, column, type] of [
      ['convitepessoal', 'telefone', "TEXT NOT NULL DEFAULT ''"],
      ['convitepessoal', 'lugares', 'INTEGER NOT NULL DEFAULT 1'],
      ['convitepessoal', 'nota', "TEXT NOT NULL DEFAULT ''"],
      ['convitepessoal', 'recusadoem', 'INTEGER'],
      ['chave', 'grupo', 'TEXT'],
      ['mesa', 'pedido', 'INTEGER NOT NULL DEFAULT 0'],
      ['mesa', 'motivo', "TEXT NOT NULL DEFAULT ''"],
      ['mesa', 'dado', 'INTEGER'],
    ] as const)
      if (!hasColumn(db, table, column)) db.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`)
    db.exec('CREATE INDEX IF NOT EXISTS chave_grupo ON chave (grupo) WHERE grupo IS NOT NULL')
    db.exec(ALTERACAO_GRUPO)
    // Nobody pays for the places of the house without LOTAÇÃO: their reservas name no company.
    const [table = '', ...others] = db
      .prepare<[string], { sql: string | null }>('SELECT sql FROM sqlite_master WHERE tbl_name = ?')
      .all('reserva')
      .flatMap(({ sql }) => sql ?? [])
    if (!table.includes(' REFERENCES empresa')) return
    db.exec(`CREATE TABLE reserva_antiga AS SELECT * FROM reserva; DROP TABLE reserva;
      ${table.replace(' REFERENCES empresa', '')}; INSERT INTO reserva SELECT * FROM reserva_antiga;
      DROP TABLE reserva_antiga; ${others.join(';\n')}`)
  },
  // What an import made, so that it can be taken back.
  sql(`CREATE TABLE IF NOT EXISTS importado (
      importadoid TEXT PRIMARY KEY NOT NULL, planilhaid TEXT NOT NULL, tipo TEXT NOT NULL, alvo TEXT NOT NULL,
      marca TEXT NOT NULL, mudancas TEXT NOT NULL, desfeitoem INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS importado_planilha ON importado (planilhaid)`),
  // What guests answer to the organiser's questions.
  (db) => {
    if (!hasColumn(db, 'chave', 'respostas'))
      db.exec("ALTER TABLE chave ADD COLUMN respostas TEXT NOT NULL DEFAULT ''")
    db.exec("CREATE INDEX IF NOT EXISTS chave_respostas ON chave (credencialid) WHERE respostas <> ''")
  },
]

/** The current `user_version`. */
export const LATEST = BASE + STEPS.length

/** A step of statements that say IF NOT EXISTS. */
function sql(statements: string): Step {
  return (db) => db.exec(statements)
}

/** SQLite has no IF EXISTS for columns. */
function hasColumn(db: Database, table: string, name: string): boolean {
  return db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').all(table, name).length > 0
}
