import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { PlanilhaError } from './planilha-error.ts'
import type { TableRow } from './table-row.ts'
import { checkZip } from './zip-limits.ts'

/** How long a spreadsheet is read, in milliseconds: one of 20,000 rows takes a second. */
const READING_MS = 30_000

/** What reading it may take of heap, in megabytes. */
const HEAP_MB = 256

const BROKEN = 'O arquivo .xlsx está com defeito ou não tem a lista: abra-o no Excel, salve de novo e envie.'

/** What the reader is sent. */
export interface ReadRequest {
  bytes: Buffer
  maxRows: number
}

/** A message of the reader: rows, some at a time; then that there are no more, or what is wrong. */
export type ReaderMessage =
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'end' }
  /** `place` is the cell, `row 3, col 2`, where the library names one. */
  | { kind: 'unreadable'; place: { row: number; column: number } | null }

/**
 * Reads the first sheet of an `.xlsx` file in a process of its own, so that nobody waits for it, and a file made to
 * exhaust its reader ends that process alone: V8 that runs out of memory in a thread may abort all of them. Of formulas
 * it has the results that were saved with them.
 * @param maxRows how many are read: one more is enough to tell that there are too many
 * @throws PlanilhaError
 */
export async function readXlsx(bytes: Buffer, maxRows: number): Promise<TableRow[]> {
  await checkZip(bytes)
  const reader = fork(fileURLToPath(new URL('./xlsx-reader.mjs', import.meta.url)), {
    // Neither our secrets nor options of the Node that runs us.
    ...{ env: { NODE_ENV: 'production' as const }, execArgv: [`--max-old-space-size=${HEAP_MB}`] },
    // What a library prints about a file may quote it.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...{ serialization: 'advanced', timeout: READING_MS, killSignal: 'SIGKILL' },
  })
  try {
    return await rowsFrom(reader, { bytes, maxRows })
  } finally {
    reader.kill('SIGKILL')
  }
}

function rowsFrom(reader: ChildProcess, request: ReadRequest): Promise<TableRow[]> {
  return new Promise((resolve, reject) => {
    const rows: TableRow[] = []
    const fail = (cause?: unknown) => {
      reject(new PlanilhaError(BROKEN, { cause }))
    }
    reader.on('error', fail).on('exit', () => fail())
    reader.on('message', (message: ReaderMessage) => {
      switch (message.kind) {
        case 'rows':
          rows.push(...message.rows)
          return
        case 'end':
          resolve(rows)
          return
        case 'unreadable':
          if (message.place) reject(unreadableAt(message.place))
          else fail()
          return
        default:
          return message satisfies never
      }
    })
    // Why it could not be sent: the reader has ended.
    reader.send(request, (error) => {
      if (error) fail(error)
    })
  })
}

function unreadableAt({ row, column }: { row: number; column: number }): PlanilhaError {
  return new PlanilhaError(
    `Linha ${row}, coluna ${column}: a célula tem uma fórmula sem resultado ou um valor com defeito. Abra a planilha no Excel, salve e envie de novo.`,
  )
}
