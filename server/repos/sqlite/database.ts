import { DatabaseSync, type DatabaseOptions, type Statement } from './binding.ts'
import type { Row, Value } from './table.ts'

/** How long SQLite itself waits for a lock by default, in milliseconds. */
const TIMEOUT_MS = 5000

export class Database extends DatabaseSync {
  /** Prepared with the first query, since each page of a company is read between the two and a file may not be ours. */
  #around: Record<'begin' | 'end', Statement<[], Row>> | null = null

  /** @param path the file, or `:memory:` */
  constructor(path: string, options: DatabaseOptions = {}) {
    super(path, { timeout: TIMEOUT_MS, allowUnknownNamedParameters: true, ...options })
  }

  /**
   * Runs an act in an IMMEDIATE transaction: the write lock is taken before anything is read.
   * @throws anything the act throws, and SQLite's error when the transaction could not be begun or committed;
   * then nothing was written
   */
  immediately<Result>(act: () => Result): Result {
    this.exec('BEGIN IMMEDIATE')
    try {
      const result = act()
      this.exec('COMMIT')
      return result
    } catch (cause) {
      // On a full disk SQLite rolls back the whole transaction by itself.
      if (this.isTransaction) this.exec('ROLLBACK')
      throw cause
    }
  }

  /** Opens a file for one act. */
  static use<Result>(path: string, act: (db: Database) => Result, options: DatabaseOptions = {}): Result {
    const db = new Database(path, options)
    try {
      return act(db)
    } finally {
      db.close()
    }
  }

  /** Runs a query of several questions that all see one instant. */
  asOfNow<Result>(query: () => Result): Result {
    const { begin, end } = (this.#around ??= { begin: this.prepare('BEGIN'), end: this.prepare('ROLLBACK') })
    begin.run()
    try {
      return query()
    } finally {
      if (this.isTransaction) end.run()
    }
  }

  /**
   * Runs an act in a savepoint of the current transaction.
   * @throws anything the act throws; then its own writes are rolled back, and the transaction goes on
   */
  inSavepoint<Args extends unknown[], Result>(act: (...args: Args) => Result, ...args: Args): Result {
    this.exec('SAVEPOINT act')
    try {
      const result = act(...args)
      this.exec('RELEASE act')
      return result
    } catch (cause) {
      if (this.isTransaction) this.exec('ROLLBACK TO act; RELEASE act')
      throw cause
    }
  }
}

/** Statements by their text, each prepared on first use. */
export type Statements = (sql: string) => Statement<Value[], Row>

export function statementsOf(db: Database): Statements {
  const statements = new Map<string, Statement<Value[], Row>>()
  return (sql) => {
    const known = statements.get(sql)
    if (known) return known
    const made = db.prepare<Value[], Row>(sql)
    statements.set(sql, made)
    return made
  }
}
