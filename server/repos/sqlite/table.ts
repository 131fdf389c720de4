import { own } from '../../domain/own.ts'
import { EVENTO, isBounds, RECORDS, type Bounds, type Kind } from '../../domain/records.ts'
import { NAMES } from '../names.ts'

export type Value = string | number | null | Uint8Array
export type Row = Record<string, Value>

/** How a kind is stored in a table: a column for each field. */
export interface Table {
  name: string
  key: readonly string[]
  fields: readonly string[]
  columns: string
  /** The boolean fields: SQLite has no type for them. */
  flags: readonly string[]
  byKey: string
  /** An SQL expression for the id, made of the key. */
  id: string
}

const tableOf = (kind: Kind): Table => {
  const { key, empty } = RECORDS[kind]
  const values: [string, unknown][] = Object.entries(empty ?? {})
  const fields = values.map(([field]) => field)
  return {
    name: NAMES[kind],
    key,
    fields,
    columns: fields.join(', '),
    flags: values.flatMap(([field, value]) => (typeof value === 'boolean' ? field : [])),
    byKey: key.map((field) => `${field} = ?`).join(' AND '),
    id: key.length === 0 ? `'${EVENTO}'` : key.join(` || ' ' || `),
  }
}

export const TABLES = Object.fromEntries(
  (Object.keys(RECORDS) as Kind[]).map((kind) => [kind, tableOf(kind)]),
) as Record<Kind, Table>

/** A statement for each kind, built once because they are used again and again. */
export const each = (sqlOf: (table: Table, kind: Kind) => string) =>
  Object.fromEntries(
    Object.entries(TABLES).map(([kind, table]) => [kind, sqlOf(table, kind as Kind)]),
  ) as Record<Kind, string>

/** Turns a row into its record in place: V8 makes dictionaries of copies, and a list of those is slow. */
export function recordOf({ flags }: Table, row: Row): unknown {
  for (const flag of flags) Reflect.set(row, flag, own(row, flag) === 1)
  return row
}

export const stored = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value) as Value

/** The values of a key, from an id; only the last of them may have blanks. */
export function keyOf({ key }: Table, id: string): string[] {
  if (key.length < 2) return [id]
  const blank = id.indexOf(' ')
  return [id.slice(0, blank), id.slice(blank + 1)]
}

/** Node's own binding takes every number for a REAL, and an ANY column keeps what it gets. */
const COUNTERS = ['icredencial', 'licredencial']
export const placeOf = (field: string) => (COUNTERS.includes(field) ? 'CAST(? AS INTEGER)' : '?')

const SIGNS = { not: 'IS NOT', above: '>', atMost: '<=', below: '<' } satisfies Record<
  keyof Bounds<unknown>,
  string
>

/** The fields of partial indexes: SQLite uses one only for the word itself in a statement, no parameter. */
const WORDS = ['estado', 'ato']

/** The condition of a question, and its values. Questions of one shape share one text, prepared once. */
export function conditionOf(where: object): { sql: string; values: Value[] } {
  let sql = ''
  const values: Value[] = []
  const add = (field: string, sign: string, value: Value) => {
    sql += `${sql === '' ? ' WHERE ' : ' AND '}${field} ${sign} ${value === null ? 'NULL' : '?'}`
    if (value !== null) values.push(value)
  }
  for (const [field, wanted] of Object.entries(where) as [string, unknown][]) {
    if (wanted === undefined) throw new TypeError(`nothing is asked of ${field}`)
    if (isBounds(wanted)) {
      for (const [bound, value] of Object.entries(wanted))
        add(field, SIGNS[bound as keyof typeof SIGNS], stored(value))
    } else if (WORDS.includes(field) && typeof wanted === 'string' && /^[a-z-]+$/.test(wanted))
      sql += `${sql === '' ? ' WHERE ' : ' AND '}${field} = '${wanted}'`
    else add(field, wanted === null ? 'IS' : '=', stored(wanted))
  }
  return { sql, values }
}
