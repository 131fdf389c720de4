// Run by sheet-process.ts as a process of its own; plain JavaScript, because Node 20 runs no TypeScript.
import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import process from 'node:process'
import { linesOf, readPasta, SheetError } from './workbook.mjs'

/** The most characters in one message: a larger one would block the process that receives it. */
const SIGNS_AT_ONCE = 32_000

// The CSV parser creates an error for every short row, whose stack trace would take most of the time.
Error.stackTraceLimit = 0

async function answer({ bytes }) {
  const pasta = await readPasta(Buffer.from(bytes))
  const total = pasta.abas.reduce((sum, { linhas }) => sum + linhas.length, 0)
  let [text, done] = ['', 0]
  for (const line of linesOf(pasta)) {
    text += line
    if (line.startsWith('[')) done += 1
    if (text.length < SIGNS_AT_ONCE) continue
    await tell({ kind: 'rows', text, done, total })
    text = ''
  }
  await tell({ kind: 'rows', text, done, total })
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
