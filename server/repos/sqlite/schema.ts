import type { Database } from './database.ts'

/** Changes the schema. Run twice, it changes nothing the second time. */
type Step = (db: Database) => void

/**
 * The schema, one step per version of `user_version`. Steps are never edited once released; a new one is appended.
 *
 * Every step can be run twice, because a server of a version before that is still up may write its own `user_version`
 * back. New columns have a default or may be NULL, so that its INSERTs go on working.
 *
 * The two counters are ANY: rows that came in as text (the `sqlite3` shell's `.import`, another product) keep their
 * text until the next claim writes a number, and `parseEmpresa` decides what they mean.
 */
export const STEPS: readonly Step[] = [
  sql(`
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

  CREATE TABLE IF NOT EXISTS chave (
    chave TEXT PRIMARY KEY NOT NULL,
    credencialid TEXT NOT NULL UNIQUE REFERENCES credencial ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

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
  `),
  // Each claim counts what its address holds: without this it read every hold of the company.
  sql(
    `CREATE INDEX IF NOT EXISTS reserva_origem ON reserva (empresaid, origem, expiraem) WHERE estado = 'pendente'`,
  ),
  // And what its address took within the last minute; an address that is forgotten leaves the index.
  sql(
    `CREATE INDEX IF NOT EXISTS reserva_ritmo ON reserva (empresaid, origem, criadaem) WHERE origem IS NOT NULL`,
  ),
  // The address that registered, and when: for two days, after which maintenance finds it by its time.
  addColumn('chave', 'origem', 'TEXT'),
  addColumn('chave', 'criadaem', 'INTEGER'),
  sql(`
  CREATE INDEX IF NOT EXISTS chave_rastro ON chave (criadaem) WHERE criadaem IS NOT NULL;
  CREATE INDEX IF NOT EXISTS reserva_rastro ON reserva (criadaem) WHERE origem IS NOT NULL;
  `),
  // What was corrected or removed before anything was wiped is wiped once, where there may be any of it.
  sql(`INSERT OR IGNORE INTO meta (nome, valor) SELECT 'removidos', '1' FROM empresa LIMIT 1`),
  // Who may see a credencial lies beside its key; the index holds only what maintenance has yet to erase.
  addColumn('chave', 'versao', 'INTEGER NOT NULL DEFAULT 0'),
  addColumn('chave', 'recibo', 'TEXT'),
  addColumn('chave', 'reciboate', 'INTEGER'),
  sql('CREATE INDEX IF NOT EXISTS chave_recibo ON chave (reciboate) WHERE reciboate IS NOT NULL'),
]

/** A step of statements that say IF NOT EXISTS. */
function sql(statements: string): Step {
  return (db) => db.exec(statements)
}

/**
 * A step that adds a column where the table has none of that name: SQLite knows no IF NOT EXISTS for columns.
 * @param definition its type, and a default unless it may be NULL
 */
export function addColumn(table: string, name: string, definition: string): Step {
  return (db) => {
    const [found] = db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').all(table, name)
    if (!found) db.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${definition}`)
  }
}
