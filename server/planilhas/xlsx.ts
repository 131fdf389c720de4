import { Worker } from 'node:worker_threads'
import { PlanilhaError } from './planilha-error.ts'
import type { TableRow } from './table-row.ts'
import { checkZip } from './zip-limits.ts'

/** How long a spreadsheet is read, in milliseconds: one of 20,000 rows takes a second. */
const READING_MS = 30_000

/** What reading it may take of memory, in megabytes, where everything else stays as it was. */
const HEAP_MB = 256

const BROKEN = 'O arquivo .xlsx está com defeito ou não tem a lista: abra-o no Excel, salve de novo e envie.'

/** A message of the worker: rows, some at a time; then that there are no more, or what is wrong. */
export type WorkerMessage =
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'end' }
  /** `place` is the cell, `row 3, col 2`, where the library names one. */
  | { kind: 'unreadable'; place: { row: number; column: number } | null }

/**
 * Reads the first sheet of an `.xlsx` file in a thread of its own, so that nobody waits for it, and a file made to
 * exhaust its reader ends that thread alone. Of formulas it has the results that were saved with them.
 * @param maxRows how many are read: one more is enough to tell that there are too many
 * @throws PlanilhaError
 */
export async function readXlsx(bytes: Buffer, maxRows: number): Promise<TableRow[]> {
  await checkZip(bytes)
  const worker = new Worker(new URL('./xlsx-worker.mjs', import.meta.url), {
    workerData: { bytes, maxRows },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    // What a library prints about a file may quote it.
    ...{ stdout: true, stderr: true },
  })
  const timer = setTimeout(() => void worker.terminate(), READING_MS)
  try {
    return await rowsFrom(worker)
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function rowsFrom(worker: Worker): Promise<TableRow[]> {
  return new Promise((resolve, reject) => {
    const rows: TableRow[] = []
    const fail = (cause?: unknown) => {
      reject(new PlanilhaError(BROKEN, { cause }))
    }
    worker.on('error', fail).on('exit', () => fail())
    worker.on('message', (message: WorkerMessage) => {
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
  })
}

function unreadableAt({ row, column }: { row: number; column: number }): PlanilhaError {
  return new PlanilhaError(
    `Linha ${row}, coluna ${column}: a célula tem uma fórmula sem resultado ou um valor com defeito. Abra a planilha no Excel, salve e envie de novo.`,
  )
}
