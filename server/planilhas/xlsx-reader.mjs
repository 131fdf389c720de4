// Run by xlsx.ts as a process of its own; plain JavaScript, for Node 20 runs no TypeScript.
import { Blob } from 'node:buffer'
import process from 'node:process'
import { readSheet } from 'read-excel-file/universal'

/** Rows of one message: a larger one would block the process that gets it. */
const TOLD_AT_ONCE = 500

/** A number as it is written, and not as `1.1987654321E10`, which loses a phone. */
const parseNumber = (text) => (Number.isSafeInteger(Number(text)) ? String(Number(text)) : text)

const DATE = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC' })

function textOf(cell) {
  if (cell === null) return ''
  if (cell instanceof Date) return DATE.format(cell)
  if (typeof cell === 'boolean') return cell ? 'VERDADEIRO' : 'FALSO'
  return String(cell).trim()
}

async function read({ bytes, maxRows }) {
  const sheet = await readSheet(new Blob([bytes]), { parseNumber })
  const rows = sheet
    .map((cells, index) => ({ line: index + 1, cells: cells.map(textOf) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .slice(0, maxRows + 1)
  for (let at = 0; at < rows.length; at += TOLD_AT_ONCE)
    process.send({ kind: 'rows', rows: rows.slice(at, at + TOLD_AT_ONCE) })
  process.send({ kind: 'end' })
}

// Listens until it is killed or its parent has ended: what it sent may still be under way.
process.on('message', (request) => {
  read(request).catch((error) => {
    const [, row, column] = /at row (\d+), col (\d+)/.exec(error?.message ?? '') ?? []
    const place = row === undefined ? null : { row: Number(row), column: Number(column) }
    process.send({ kind: 'unreadable', place })
  })
})
