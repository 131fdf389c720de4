import { createPauses } from '../use-cases/event-loop.ts'
import type { Column, Table } from './table.ts'

/** The longest cell of a column that is read, and what is shown of a longer one, in signs: as `sheet.mjs` takes them. */
const CELL_MAX = 1_000
const SHOWN_MAX = 60

/**
 * A spreadsheet that is kept whole, read again.
 * @param fields what each of its columns is from now on; null for one that is not read
 */
export async function readAgain({ rows, ...head }: Table, fields: (string | null)[]): Promise<Table> {
  const was = head.columns
  const is = was.map(({ name }, at): Column => ({ name, field: fields[at] ?? null }))
  const [readBefore, keptBefore] = [positionsOf(was, true), positionsOf(was, false)]
  const [read, kept] = [positionsOf(is, true), positionsOf(is, false)]
  const table: Table = { ...head, columns: is, rows: [] }
  const pause = createPauses()
  for (const { line, cells, problems, others = [] } of rows) {
    await pause()
    const whole = new Map<number, string>()
    readBefore.forEach((at, index) => whole.set(at, cells[index] ?? ''))
    keptBefore.forEach((at, index) => whole.set(at, others[index] ?? ''))
    const tooLong = read.filter((at) => (whole.get(at) ?? '').length > CELL_MAX)
    const wrong = tooLong.map((at) => `${is[at]?.name ?? ''} tem mais de 1.000 caracteres: encurte a célula`)
    const shown = (at: number) => {
      const cell = whole.get(at) ?? ''
      return tooLong.includes(at) ? `${cell.slice(0, SHOWN_MAX)}…` : cell
    }
    table.rows.push({
      line,
      cells: read.map(shown),
      problems: [...problems, ...wrong],
      others: kept.map((at) => whole.get(at) ?? ''),
    })
  }
  return table
}

/** Where the columns stand that are read, or those that have a name and are not. */
function positionsOf(columns: Column[], isRead: boolean): number[] {
  return columns.flatMap(({ name, field }, at) =>
    isRead === (field !== null) && (isRead || name !== '') ? [at] : [],
  )
}
