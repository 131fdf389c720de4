import { printable } from '../domain/text.ts'

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
