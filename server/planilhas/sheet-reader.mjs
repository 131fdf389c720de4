// Run by sheet-process.ts as a process of its own; plain JavaScript, because Node 20 runs no TypeScript.
import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import process from 'node:process'
import { readSheet, SheetError } from './sheet.mjs'

/**
 * The most rows in one message, and characters in their cells: a larger message would block the process that
 * receives it.
 */
const ROWS_AT_ONCE = 500
const SIGNS_AT_ONCE = 32_000

// The CSV parser creates an error for every short row, whose stack trace would take most of the time.
Error.stackTraceLimit = 0

function* batchesOf(rows) {
  let batch = []
  let signs = 0
  for (const row of rows) {
    batch.push(row)
    for (const cell of [...row.cells, ...(row.others ?? [])]) signs += cell.length
    if (batch.length < ROWS_AT_ONCE && signs < SIGNS_AT_ONCE) continue
    yield batch
    batch = []
    signs = 0
  }
  if (batch.length > 0) yield batch
}

async function answer({ bytes, wanted, isWhole }) {
  const { rows, ...head } = await readSheet(Buffer.from(bytes), wanted, isWhole)
  await tell({ kind: 'head', total: rows.length, ...head })
  for (const batch of batchesOf(rows)) await tell({ kind: 'rows', rows: batch })
  process.send({ kind: 'end' })
}

/** Waits until the message was received, so that nothing piles up in the pipe. */
async function tell(message) {
  process.send(message)
  await once(process, 'message')
}

// Keeps the process alive until it is killed or its parent ends: its last message may still be on its way.
process.on('message', () => {})
process.once('message', (request) => {
  answer(request).catch((error) => {
    process.send({ kind: 'refused', problem: error instanceof SheetError ? error.message : null })
  })
})
