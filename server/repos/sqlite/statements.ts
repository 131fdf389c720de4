import type { Statement } from './binding.ts'
import type { Database } from './database.ts'
import type { Row, Value } from './table.ts'

/** Statements by their text, each prepared when it is first asked for. */
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
