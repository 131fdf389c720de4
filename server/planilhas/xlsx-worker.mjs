// Run by xlsx.ts in a thread of its own; plain JavaScript, for a thread loads no TypeScript.
import { Blob } from 'node:buffer'
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/universal'

/** Rows of one message: a larger one would block the thread that gets it. */
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

const { bytes, maxRows } = workerData
try {
  const sheet = await readSheet(new Blob([bytes]), { parseNumber })
  const rows = sheet
    .map((cells, index) => ({ line: index + 1, cells: cells.map(textOf) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .slice(0, maxRows + 1)
  for (let at = 0; at < rows.length; at += TOLD_AT_ONCE)
    parentPort.postMessage({ kind: 'rows', rows: rows.slice(at, at + TOLD_AT_ONCE) })
  parentPort.postMessage({ kind: 'end' })
} catch (error) {
  const [, row, column] = /at row (\d+), col (\d+)/.exec(error?.message ?? '') ?? []
  const place = row === undefined ? null : { row: Number(row), column: Number(column) }
  parentPort.postMessage({ kind: 'unreadable', place })
}
