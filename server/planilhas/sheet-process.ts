import { askOnce, programBeside, type Program } from '../other-process.ts'
import { createFairQueue } from '../queue.ts'
import { PLANILHA_MAX_BYTES } from '../route-table.ts'
import { PlanilhaError } from './pasta.ts'
import { PROTECTED, tableIn } from './zip-limits.ts'

/** A message from the reader: what is stored, in parts; then the end, or what is wrong. */
type ReaderMessage =
  | { kind: 'rows'; text: string; done: number; total: number }
  | { kind: 'end' }
  /** The problem is a sentence; null if the file broke the reader. */
  | { kind: 'refused'; problem: string | null }

/** Options of a reading. */
export interface Reading {
  /** Called with the number of rows read so far, and the total. */
  onRows?: (done: number, total: number) => void
  /** Aborts the reading. */
  signal?: AbortSignal
  /** The queue it waits in, and for how long. */
  inTurn?: ReadInTurn
}

const READER: Program = {
  file: programBeside(import.meta.url, './sheet-reader.mjs'),
  // The heap limit in megabytes: 20,000 rows of 20 columns take 100.
  options: ['--max-old-space-size=192'],
  isHeard: false,
}

/** Whether it begins like a ZIP file, which an `.xlsx` is. */
const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'

const BROKEN =
  'O arquivo está com defeito, ou tem coisas demais: deixe nele só a lista, salve de novo e envie.'
const SLOW =
  'A leitura da planilha demorou demais: apague as colunas que não são da lista, ou divida-a em duas, e envie de novo.'

/**
 * How long a reading waits for its turn, and how long it may wait and read together, in milliseconds: a proxy
 * gives up after twenty seconds.
 */
export const PATIENCE = { waitingMs: 6_000, wholeMs: 16_000 }

/** How many may wait, each with a file of a few megabytes in memory. */
const WAITING_MAX = 8

const BUSY = 'Outra planilha está sendo lida agora: espere um instante e envie de novo.'

/** Runs a reading when its turn comes, and passes it the milliseconds it has left. */
export type ReadInTurn = <Result>(work: (milliseconds: number) => Promise<Result>) => Promise<Result>

/**
 * A queue of readings, one at a time and first come first served.
 * @returns a function that runs one, and rejects with PlanilhaError when too many wait or one waits too long
 */
export function createReadingQueue({ waitingMs, wholeMs } = PATIENCE): ReadInTurn {
  const runInTurn = createFairQueue({ concurrency: 1, waiting: WAITING_MAX, waitingMs })
  return async (work) => {
    const came = performance.now()
    const run = async () => ({ result: await work(wholeMs - (performance.now() - came)) })
    const done = await runInTurn(null, run)
    if (done === null) throw new PlanilhaError(BUSY)
    return done.result
  }
}

/** Requests read one spreadsheet at a time, because each may take a quarter of a gigabyte. */
const ofRequests = createReadingQueue()

/**
 * Reads a spreadsheet, whatever its name is: `.xlsx`, `.ods`, CSV, contacts, or a `.zip` of one of these. It
 * has a process of its own, so that nothing waits for it, and a file made to exhaust its reader ends that
 * process alone: if V8 runs out of memory in a thread it may abort all of them.
 * @returns the tabs as they are stored (`pasta.ts`)
 * @throws PlanilhaError saying what is wrong with it
 */
export async function readPlanilha(sent: Buffer, reading: Reading = {}): Promise<Uint8Array> {
  const { onRows, signal, inTurn = ofRequests } = reading
  if (sent.length > PLANILHA_MAX_BYTES)
    throw new PlanilhaError('A planilha tem mais de 5 MB: divida-a em duas e envie uma de cada vez.')
  return inTurn(async (milliseconds) => {
    const ends = performance.now() + milliseconds
    advise(sent)
    const table = isZip(sent) ? await tableIn(sent) : sent
    // A workbook inside a .zip is a ZIP file of its own.
    const bytes = table !== sent && isZip(table) ? await tableIn(table) : table
    advise(bytes)
    const limits = { patienceMs: ends - performance.now(), signal }
    const outcome = await askOnce(READER, { bytes }, limits, pastaFrom(onRows))
    switch (outcome.kind) {
      case 'answered':
        if (outcome.answer instanceof PlanilhaError) throw outcome.answer
        return outcome.answer
      case 'too-long':
        throw new PlanilhaError(SLOW)
      case 'ended':
        throw new PlanilhaError(BROKEN)
      case 'unreachable':
        throw new PlanilhaError(BROKEN, { cause: outcome.error })
      default:
        return outcome satisfies never
    }
  })
}

/** Puts together what is stored from the reader's messages; the last one completes it. */
function pastaFrom(onRows: Reading['onRows'] = () => {}) {
  const parts: Buffer[] = []
  return (message: ReaderMessage): Uint8Array | PlanilhaError | null => {
    switch (message.kind) {
      case 'rows':
        parts.push(Buffer.from(message.text))
        onRows(message.done, message.total)
        return null
      case 'end':
        return new Uint8Array(Buffer.concat(parts))
      case 'refused':
        return new PlanilhaError(message.problem ?? BROKEN)
      default:
        return message satisfies never
    }
  }
}

/** What another program's file has near its start or end, and what to do with it. */
const OTHERS: [sign: RegExp, advice: string][] = [
  [/Index\/Document\.iwa/, 'O arquivo é do Numbers: use Arquivo, Exportar para, Excel e envie o .xlsx.'],
  [/word\/document\.xml/, 'O arquivo é do Word: copie a tabela para uma planilha, salve como .xlsx e envie.'],
  [/^\{\\rtf/, 'O arquivo é um texto do Word: copie a tabela para uma planilha, salve como .xlsx e envie.'],
  [/^%PDF-/, 'O arquivo é um PDF: envie a planilha como .xlsx ou CSV.'],
  [
    /^(\xEF\xBB\xBF)?\s*<(?:!--|(?:!doctype|html|head|meta|table|\?xml|script|style|body|div|p|span|center)\b)/i,
    'Por dentro o arquivo é uma página da internet, e não uma planilha: abra-o no Excel, use Salvar como, escolha .xlsx e envie de novo.',
  ],
]

/** The old Excel's container, which protected files use, too. */
const OLE = '\xD0\xCF\x11\xE0'
const ENCRYPTED = 'EncryptedPackage'.split('').join('\0')

/** @throws PlanilhaError with advice on a file that is no spreadsheet this product reads */
function advise(bytes: Buffer): void {
  const ends = [bytes.subarray(0, 4096), bytes.subarray(-64 * 1024)]
  const seen = ends.map((part) => part.toString('latin1')).join('')
  const other = OTHERS.find(([sign]) => sign.test(seen))
  if (other) throw new PlanilhaError(other[1])
  if (seen.startsWith(OLE)) throw new PlanilhaError(bytes.includes(ENCRYPTED, 0, 'latin1') ? PROTECTED : OLD)
  const isUtf16 = /^(?:\xFF\xFE|\xFE\xFF|(?:[^\0]\0){8}|(?:\0[^\0]){8})/.test(seen)
  if (!isZip(bytes) && !isUtf16 && bytes.includes(0)) throw new PlanilhaError(UNREADABLE)
}

const OLD = 'O arquivo é um .xls antigo, que não conseguimos ler: use Salvar como e escolha .xlsx.'
const UNREADABLE =
  'Não conseguimos ler o arquivo como planilha: use Salvar como, escolha CSV UTF-8 e envie de novo.'
