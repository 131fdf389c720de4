import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

/**
 * Lines are buffered, and written at `minLength` bytes or after `periodicFlush` milliseconds: a write for
 * each took a fifth of the cost of answering a page (decision 0009). Only a killed process can lose the last
 * ones.
 */
const TOGETHER = { sync: true, minLength: 4096, periodicFlush: 100 }

/**
 * JSON lines, on standard output by default. No name, phone, e-mail, token or address is ever passed to it:
 * requests are logged by route pattern, acts by credencialid or empresaid, errors (`err`) without what they
 * may quote.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: impersonal },
  }
  return pino(options, destination ?? standardOutput())
}

let output: ReturnType<typeof pino.destination> | undefined

function standardOutput(): DestinationStream {
  if (output) return output
  const opened = pino.destination({ ...TOGETHER })
  process.on('exit', () => opened.flushSync())
  return (output = opened)
}

/** Errors whose messages are about code or storage. Other messages may quote what a guest typed. */
const IMPERSONAL = new Set([
  'TypeError',
  'ReferenceError',
  'StorageError',
  'InvalidCounterError',
  'DuplicateEmpresaError',
])

/** An error as it may be logged: type and place, without messages and properties that may quote a guest. */
function impersonal(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    ...(IMPERSONAL.has(error.name) ? { message: error.message } : {}),
    ...('code' in error ? { code: error.code } : {}),
    stack: frames.map((line) => line.trim()).join('\n'),
    ...(error.cause === undefined ? {} : { cause: impersonal(error.cause) }),
  }
}
