/** A prepared statement. Parameters are bound by position, or by name from one object. */
export interface Statement<Parameters extends unknown[], Row> {
  run(...parameters: Parameters): { changes: number }
  get(...parameters: Parameters): Row | undefined
  all(...parameters: Parameters): Row[]
}

/** The part of the class `DatabaseSync` of `node:sqlite` that this product uses. */
interface DatabaseSync {
  readonly isTransaction: boolean
  prepare<Parameters extends unknown[] = unknown[], Row = Record<string, unknown>>(
    sql: string,
  ): Statement<Parameters, Row>
  exec(sql: string): void
  close(): void
}

export interface DatabaseOptions {
  readOnly?: boolean
  /** How long SQLite itself waits for a lock, in milliseconds, while it blocks the process. */
  timeout?: number
  /** Lets an object with more fields bind the named parameters. */
  allowUnknownNamedParameters?: boolean
}

interface Binding {
  DatabaseSync: new (path: string, options: DatabaseOptions) => DatabaseSync
}

/** The first SQLite without the WAL-reset bug, which can corrupt a database under concurrent checkpoints. */
export const SQLITE_MIN = '3.51.3'

/**
 * SQLite in the process (decision 0002): Node's own from Node 24 on, where it is new enough, otherwise the
 * package with the same API. Node 22 calls its own experimental and prints a warning with every command.
 */
export const { DatabaseSync }: Binding = hasOwn()
  ? (process.getBuiltinModule('node:sqlite') as Binding)
  : await import('@photostructure/sqlite')

/** Whether Node has an SQLite of its own that is new enough. */
export function hasOwn(): boolean {
  const { node, sqlite = '0' } = process.versions
  return isAtLeast(node, '24') && isAtLeast(sqlite, SQLITE_MIN)
}

/** Whether one dotted version number is at least another. A missing part counts as 0. */
export function isAtLeast(version: string, minimum: string): boolean {
  const parts = version.split('.').map(Number)
  const wanted = minimum.split('.').map(Number)
  const index = wanted.findIndex((part, n) => part !== (parts[n] ?? 0))
  return index === -1 || (parts[index] ?? 0) > (wanted[index] ?? 0)
}
