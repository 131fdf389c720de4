import type { EventoGuardado, Imagem } from '../../domain/evento-gravado.ts'
import { idOf, type Kind, type Reads, type Stored } from '../../domain/records.ts'
import { statementsOf, type Database, type Statements } from './database.ts'
import { conditionOf, each, keyOf, recordOf, TABLES } from './table.ts'

/** The reads of a database, for queries and for acts inside the caller's transaction. */
export function readsIn(db: Database, prepared = statementsOf(db)): Reads {
  const whole = wholeIn(prepared)
  const get = <K extends Kind>(kind: K, id: string): Stored[K] | null => {
    if (isWhole(kind)) return whole[kind].get(id)
    const table = TABLES[kind]
    const row = prepared(SELECT_ONE[kind]).get(...keyOf(table, id))
    return row ? (recordOf(table, row) as Stored[K]) : null
  }
  const ids = (kind: Kind, where: object, limit = -1): string[] => {
    const { sql, values } = conditionOf(where)
    const { id, name } = TABLES[kind]
    const rows = prepared(`SELECT DISTINCT ${id} AS id FROM ${name}${sql} LIMIT ?`).all(...values, limit)
    return rows.map((row) => String(row.id))
  }
  const find = <K extends Kind>(kind: K, where: object, limit = Infinity): Stored[K][] => {
    const { sql, values } = conditionOf(where)
    const table = TABLES[kind]
    if (isWhole(kind)) {
      return ids(kind, where)
        .slice(0, limit)
        .flatMap((id) => (get(kind, id) ?? []) as Stored[K])
    }
    const select = `SELECT ${table.columns} FROM ${table.name}${sql}`
    // A single row is read in half the time.
    if (limit <= 1) {
      const row = prepared(`${select} LIMIT 1`).get(...values)
      return row ? [recordOf(table, row) as Stored[K]] : []
    }
    const rows =
      limit === Infinity
        ? prepared(select).all(...values)
        : prepared(`${select} LIMIT ?`).all(...values, limit)
    return rows.map((row) => recordOf(table, row) as Stored[K])
  }
  return {
    get,
    ids,
    find,
    count(kind, where) {
      const { sql, values } = conditionOf(where)
      const counted = kind === 'imagens' ? 'DISTINCT imagemid' : '*'
      return Number(
        prepared(`SELECT count(${counted}) AS n FROM ${TABLES[kind].name}${sql}`).get(...values)?.n,
      )
    },
    page<K extends Kind>(kind: K, after: string | null, size = -1) {
      if (isWhole(kind)) return { records: find(kind, {}), next: null }
      const table = TABLES[kind]
      const key = table.key.join(', ')
      const places = table.key.map(() => '?').join(', ')
      const from = after === null ? '' : ` WHERE (${key}) > (${places})`
      const select = prepared(`SELECT ${table.columns} FROM ${table.name}${from} ORDER BY ${key} LIMIT ?`)
      const rows = select.all(...(after === null ? [] : keyOf(table, after)), size)
      const records = rows.map((row) => recordOf(table, row) as Stored[K])
      const last = records.at(-1)
      return { records, next: last && rows.length === size ? idOf(kind, last) : null }
    },
  }
}

const SELECT_ONE = each(({ name, columns, byKey }) => `SELECT ${columns} FROM ${name} WHERE ${byKey}`)

/** A kind with more than plain fields: few records, read whole. */
interface Whole<Record> {
  get(id: string): Record | null
  put(record: Record): void
}

type WholeKind = 'eventos' | 'imagens'

export const isWhole = (kind: Kind): kind is WholeKind => kind === 'eventos' || kind === 'imagens'

export const wholeIn = (prepared: Statements): { [K in WholeKind]: Whole<Stored[K]> } => ({
  eventos: eventosIn(prepared),
  imagens: imagensIn(prepared),
})

/** The single event, with its version in a column of its own. */
function eventosIn(prepared: Statements): Whole<EventoGuardado> {
  return {
    get() {
      const [row] = prepared('SELECT gravado FROM evento').all()
      return row ? (JSON.parse(String(row.gravado)) as EventoGuardado) : null
    },
    put(evento) {
      prepared(
        `INSERT INTO evento (unico, versao, gravado) VALUES (1, ?, ?)
         ON CONFLICT (unico) DO UPDATE SET versao = excluded.versao, gravado = excluded.gravado`,
      ).run(evento.versao, JSON.stringify(evento))
    },
  }
}

/** A picture is several files, a row each. */
function imagensIn(prepared: Statements): Whole<Imagem> {
  return {
    get(imagemid) {
      const rows = prepared('SELECT * FROM imagem WHERE imagemid = ? ORDER BY nome').all(imagemid)
      const [first] = rows
      const arquivos = rows.map(({ nome, bytes }) => ({ nome: String(nome), bytes: bytes as Uint8Array }))
      return first ? { imagemid, enviadaem: Number(first.enviadaem), arquivos } : null
    },
    put({ imagemid, enviadaem, arquivos }) {
      const upsert = prepared(
        `INSERT INTO imagem (imagemid, nome, enviadaem, bytes) VALUES (?, ?, ?, ?)
         ON CONFLICT (imagemid, nome) DO UPDATE SET enviadaem = excluded.enviadaem`,
      )
      for (const { nome, bytes } of arquivos) upsert.run(imagemid, nome, enviadaem, bytes)
    },
  }
}
