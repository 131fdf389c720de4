import { askOnce, programBeside, type Program } from '../other-process.ts'
import { createFairQueue } from '../queue.ts'
import { PLANILHA_MAX_BYTES } from '../route-table.ts'
import { encodePasta, PlanilhaError } from './pasta.ts'
import { tableIn } from './zip-limits.ts'

/** A message from the reader: the tabs; rows, as they are stored, in batches; then the end, or what is wrong. */
type ReaderMessage =
  | { kind: 'head'; head: Parameters<typeof encodePasta>[0] }
  | { kind: 'rows'; text: string; rows: number }
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
  'O arquivo está com defeito ou tem coisas demais para se ler: deixe nele só a lista, salve de novo e envie.'
const SLOW =
  'A leitura da planilha demorou demais: apague as colunas que não são da lista, ou divida-a em duas, e envie de novo.'

type Read = { kind: 'read'; stored: Uint8Array } | { kind: 'refused'; problem: string | null }

/**
 * Reads a spreadsheet in a process of its own, so that nothing waits for it, and a file made to exhaust its
 * reader ends that process alone: if V8 runs out of memory in a thread it may abort all of them.
 * @throws PlanilhaError
 */
function readInProcess(sent: Buffer, inTurn: ReadInTurn, reading: Reading): Promise<Uint8Array> {
  return inTurn(async (milliseconds) => {
    const ends = performance.now() + milliseconds
    const bytes = isZip(sent) ? await tableIn(sent) : sent
    const advice = isZip(bytes) ? null : adviceOn(bytes)
    if (advice !== null) throw new PlanilhaError(advice)
    const limits = { patienceMs: ends - performance.now(), signal: reading.signal }
    const outcome = await askOnce(READER, { bytes }, limits, pastaFrom(reading.onRows))
    switch (outcome.kind) {
      case 'answered': {
        const { answer } = outcome
        if (answer.kind === 'read') return answer.stored
        throw new PlanilhaError(answer.problem ?? BROKEN)
      }
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
function pastaFrom(onRows: Reading['onRows'] = () => {}): (message: ReaderMessage) => Read | null {
  const parts: Buffer[] = []
  let head: Parameters<typeof encodePasta>[0] = { abas: [], isDuvidosa: false }
  let done = 0
  return (message) => {
    switch (message.kind) {
      case 'head':
        head = message.head
        return null
      case 'rows': {
        parts.push(Buffer.from(message.text))
        done += message.rows
        const total = head.abas.reduce((sum, { linhas }) => sum + linhas, 0)
        onRows(done, total)
        return null
      }
      case 'end':
        return { kind: 'read', stored: encodePasta(head, Buffer.concat(parts)) }
      case 'refused':
        return message
      default:
        return message satisfies never
    }
  }
}

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

const SAVE_AS = 'na planilha, use Salvar como e escolha CSV UTF-8'

/** The old Excel's container, which protected files use, too. */
const OLE = '\xD0\xCF\x11\xE0'
const ENCRYPTED = 'EncryptedPackage'.split('').join('\0')

/** Text near the start or end of other programs' ZIP files: Apple's Numbers, Word. */
const OTHERS: [sign: string, advice: string][] = [
  ['Index/Document.iwa', 'O arquivo é do Numbers: use Arquivo, Exportar para, Excel e envie o .xlsx.'],
  ['word/document.xml', 'O arquivo é do Word: copie a tabela para uma planilha, salve como .xlsx e envie.'],
]

/** Advice on a ZIP file that another program made; null for one that may be `.xlsx`. */
function adviceOnZip(bytes: Buffer): string | null {
  const names = [bytes.subarray(0, 4096), bytes.subarray(-64 * 1024)].map((part) => part.toString('latin1'))
  return OTHERS.find(([sign]) => names.some((part) => part.includes(sign)))?.[1] ?? null
}

/** Advice on a file that is no spreadsheet this product reads; null for one that may be CSV. */
function adviceOn(bytes: Buffer): string | null {
  const start = bytes.subarray(0, 1024).toString('latin1')
  if (/^(\xFF\xFE|\xFE\xFF)/.test(start)) return null
  if (start.startsWith(OLE)) {
    return bytes.includes(ENCRYPTED, 0, 'latin1')
      ? 'A planilha está protegida por senha: tire a senha e envie de novo.'
      : 'O arquivo é um .xls antigo, que não se lê aqui: use Salvar como e escolha .xlsx.'
  }
  if (start.startsWith('%PDF-')) return 'O arquivo é um PDF: envie a planilha como .xlsx ou CSV.'
  if (/^(\xEF\xBB\xBF)?\s*<(!doctype|html|head|meta|table|\?xml|script|style|body)\b/i.test(start))
    return 'Por dentro o arquivo é uma página da internet, e não uma planilha: abra-o no Excel, use Salvar como, escolha .xlsx e envie de novo.'
  return bytes.includes(0) ? `O arquivo não é uma planilha que se leia: ${SAVE_AS}.` : null
}

/** Requests read one spreadsheet at a time, because each may take a quarter of a gigabyte. */
const ofRequests = createReadingQueue()

/**
 * Reads a spreadsheet, whatever its name is: `.xlsx`, `.ods`, CSV, contacts, or a `.zip` of one of these.
 * @returns the tabs as they are stored (`pasta.ts`)
 * @throws PlanilhaError saying what is wrong with it
 */
export async function readPlanilha(bytes: Buffer, reading: Reading = {}): Promise<Uint8Array> {
  if (bytes.length > PLANILHA_MAX_BYTES) {
    throw new PlanilhaError('A planilha tem mais de 5 MB: divida-a em duas e envie uma de cada vez.')
  }
  const advice = isZip(bytes) ? adviceOnZip(bytes) : null
  if (advice !== null) throw new PlanilhaError(advice)
  return readInProcess(bytes, reading.inTurn ?? ofRequests, reading)
}
