import { readFileSync } from 'node:fs'
import { anXlsx } from './an-xlsx.ts'

export type Cell = string | number | null | { xml: string }
const at = (column: number, row: number) => `${'ABCDEFGHIJ'[column] ?? ''}${row + 1}`
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** As Excel writes it: shared texts, bare numbers, cells that are formatted but empty. */
export function shared(rows: Cell[][]): Buffer {
  const texts = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))]
  const cellOf = (cell: Cell, address: string) => {
    if (cell === null) return `<c r="${address}" s="0"/>`
    if (typeof cell === 'object') return cell.xml.replace('@', address)
    return typeof cell === 'number'
      ? `<c r="${address}" t="n"><v>${cell}</v></c>`
      : `<c r="${address}" t="s"><v>${texts.indexOf(cell)}</v></c>`
  }
  return anXlsx({
    shared: texts.map(escaped),
    rows: rows.map((cells, row) => cells.map((cell, column) => cellOf(cell, at(column, row))).join('')),
  })
}

/** As Google and programs without a table of texts write it, with rows that are there but empty. */
export const inline = (rows: string[][]): Buffer =>
  anXlsx({
    rows: [
      ...rows.map((cells, row) =>
        cells
          .map(
            (cell, column) => `<c r="${at(column, row)}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`,
          )
          .join(''),
      ),
      ...Array.from(
        { length: 900 },
        (_, n) => `<c r="A${rows.length + n + 1}" s="0"/><c r="B${rows.length + n + 1}"/>`,
      ),
    ],
  })

export const date = (serial: number): Cell => ({ xml: `<c r="@" s="1"><v>${serial}</v></c>` })
export const formula = (text: string): Cell => ({ xml: `<c r="@" t="str"><f>A1</f><v>${text}</v></c>` })
/** Saved by LibreOffice 7.4 from the .fods beside it, as a person saves in another format. */
export const libreOffice = (name: string) => readFileSync(`test/fixtures/libreoffice/${name}`)
export const csv = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`)
export const latin1 = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1')
