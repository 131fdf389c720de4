import type { Figures, Row } from './measurement.ts'
import { isMet, median, ratios } from './statistics.ts'

/** A row and its result: its figures, or why there are none. */
export type Result = { row: Row } & (
  | { kind: 'measured'; figures: Figures }
  | { kind: 'failed'; reason: string }
)

/**
 * The value a row is judged by, per round: the ratio to the peer, or the figure itself when there is no peer.
 */
export const judgedBy = ({ row, figures }: { row: Row; figures: Figures }): number[] =>
  row.peer === null ? figures.ours : ratios(figures.ours, figures.peer)

/** Whether the row was measured and its median reaches the goal. */
export const isGoalMet = (result: Result): boolean =>
  result.kind === 'measured' && isMet(judgedBy(result), result.row.goal)

/** The table in Markdown, as Prettier formats it. */
export function tableOf(results: Result[]): string {
  const header = ['figure', 'ours', 'peer', 'ratio', 'spread', 'goal', '', 'seen']
  const lines = [header, ...results.map(cellsOf)]
  const widths = header.map((_, column) => Math.max(3, ...lines.map((cells) => (cells[column] ?? '').length)))
  const print = (cells: string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const [first = '', ...rest] = lines.map(print)
  return [first, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest].join('\n')
}

function cellsOf(result: Result): string[] {
  const { row } = result
  const name = row.peer === null ? row.name : `${row.name}, of ${row.peer}`
  const sign = row.goal.kind === 'at-least' ? '≥' : '≤'
  const show = row.peer === null ? number : percent
  const goal = `${sign} ${show(row.goal.value)}${row.peer === null ? ` ${row.unit}` : ''}`
  if (result.kind === 'failed') return [name, '', '', '', '', goal, 'missed', result.reason]

  const { ours, peer, note } = result.figures
  const values = judgedBy(result)
  const middle = (figures: number[]) => (figures.length === 0 ? '' : `${number(median(figures))} ${row.unit}`)
  return [
    name,
    middle(ours),
    middle(peer),
    row.peer === null ? '' : percent(median(values)),
    `${show(Math.min(...values))} to ${show(Math.max(...values))}`,
    goal,
    isGoalMet(result) ? 'met' : 'missed',
    note,
  ]
}

/** Three significant digits. */
function number(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 3 })
}

function percent(ratio: number): string {
  return `${number(ratio * 100)} %`
}
