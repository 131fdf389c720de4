import { printable } from '../domain/text.ts'
import { KINDS, NUMBERS, type Balance, type Survey, unequalEmpresas } from '../use-cases/move-storage.ts'

/** The title of a column; one of numbers stands on the right. */
export type Column = string | { number: string }

const titleOf = (column: Column) => (typeof column === 'string' ? column : column.number)

/**
 * Lines of an aligned table, its title line first. Stored text is made printable: what another product left in the
 * database must not move the cursor of the terminal.
 */
export function formatTable(columns: Column[], rows: string[][]): string[] {
  const printed = [columns.map(titleOf), ...rows.map((row) => row.map(printable))]
  const widths = columns.map((_, index) => Math.max(...printed.map((row) => widthOf(row[index] ?? ''))))
  return printed.map((row) =>
    columns
      .map((column, index) => {
        const cell = row[index] ?? ''
        const gap = ' '.repeat((widths[index] ?? 0) - widthOf(cell))
        return typeof column === 'string' ? cell + gap : gap + cell
      })
      .join('  ')
      .trimEnd(),
  )
}

/**
 * Lines without characters that move the cursor of a terminal or turn the direction of writing; line ends stay. The last
 * thing done to whatever is printed.
 */
export function withoutControls(lines: string): string {
  return lines.replace(/[^\P{Cc}\n]|\p{Cf}/gu, '')
}

/** Characters as read, an accent apart from its letter counting as none. */
function widthOf(text: string): number {
  return Array.from(text.replace(/\p{M}/gu, '')).length
}

/** `1 empresa`, `2 empresas`. */
export function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Both sides of a move in numbers, line by line. */
export function tableOf(names: { de: string; para: string }, from: Survey, to: Survey): string[] {
  const columns = ['', { number: names.de }, { number: names.para }]
  const rows = [
    ...KINDS.map((kind) => [kind, String(from[kind]), String(to[kind])]),
    ...NUMBERS.map((number) => [number, String(sumOf(from, number)), String(sumOf(to, number))]),
  ]
  return formatTable(columns, rows)
}

/** A line for each company whose numbers differ; none when all are equal. */
export function differencesOf(names: { de: string; para: string }, from: Survey, to: Survey): string[] {
  const unequal = unequalEmpresas(from, to)
  if (unequal.length === 0) return []
  const pairs = NUMBERS.flatMap((number) => [names.de, names.para].map((name) => `${number} ${name}`))
  const columns = ['EMPRESA', ...pairs.map((number) => ({ number }))]
  const cellOf = (survey: Survey, empresaid: string, number: keyof Balance) =>
    String(survey.balances.get(empresaid)?.[number] ?? '–')
  const rows = unequal.map((empresaid) => [
    empresaid,
    ...NUMBERS.flatMap((number) => [cellOf(from, empresaid, number), cellOf(to, empresaid, number)]),
  ])
  return formatTable(columns, rows)
}

function sumOf({ balances }: Survey, number: keyof Balance): number {
  return [...balances.values()].reduce((sum, balance) => sum + balance[number], 0)
}
