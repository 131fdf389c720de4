// Run by sheet-process.ts as a process of its own; plain JavaScript, because Node 20 runs no TypeScript.
import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import process from 'node:process'
import { readPasta, SheetError } from './workbook.mjs'

/** The most characters in one message: a larger one would block the process that receives it. */
const SIGNS_AT_ONCE = 32_000

// The CSV parser creates an error for every short row, whose stack trace would take most of the time.
Error.stackTraceLimit = 0

/** The rows as they are stored (`pasta.ts`): a line of JSON for each. */
function* batchesOf(abas) {
  let batch = { text: '', rows: 0 }
  for (const { linhas } of abas)
    for (const { line, cells, isOculta } of linhas) {
      batch.text += `${JSON.stringify(isOculta ? [line, cells, 1] : [line, cells])}\n`
      batch.rows += 1
      if (batch.text.length < SIGNS_AT_ONCE) continue
      yield batch
      batch = { text: '', rows: 0 }
    }
  if (batch.rows > 0) yield batch
}

async function answer({ bytes }) {
  const { abas, isDuvidosa } = await readPasta(Buffer.from(bytes))
  const heads = abas.map(({ nome, isOculta, linhas }) => ({ nome, isOculta, linhas: linhas.length }))
  await tell({ kind: 'head', head: { abas: heads, isDuvidosa } })
  for (const batch of batchesOf(abas)) await tell({ kind: 'rows', ...batch })
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
