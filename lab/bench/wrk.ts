import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CONNECTIONS, type Ask } from './drive.ts'

const SCRIPT = 'lab/bench/check.lua'

/** An answer that takes longer counts as an error. */
const TIMEOUT_SECONDS = 10

export interface Wrked {
  answers: number
  /** How long wrk sent requests, by its own measure. */
  seconds: number
  perSecond: number
  p99Ms: number
}

/** What `check.lua` prints. */
interface Said {
  answers: number
  seconds: number
  p99Ms: number
  wrong: number
  firstWrong: string
  errors: Record<string, number>
}

/**
 * Sends the same request over {@link CONNECTIONS} connections, one at a time on each, with wrk. A driver
 * written for Node costs more than the barest server, and would be measured instead of it. The status and
 * length of every answer are checked.
 * @throws Error when an answer is not the expected one, a connection fails, or wrk is missing
 */
export async function driveByWrk(port: number, ask: Ask, seconds: number): Promise<Wrked> {
  const { answers, wrong, firstWrong, errors, ...measured } = await runWrk(port, ask, seconds)
  if (wrong > 0) {
    const wanted = `${ask.status} with ${ask.minBytes} to ${ask.maxBytes} bytes`
    throw new Error(`expected ${wanted}, got ${wrong} other answers of ${answers}, first ${firstWrong}`)
  }
  const seen = Object.entries(errors).filter(([, count]) => count > 0)
  if (seen.length > 0)
    throw new Error(`errors: ${seen.map(([kind, count]) => `${count} ${kind}`).join(', ')}`)
  if (answers === 0) throw new Error(`no answer in ${seconds} s`)
  return { ...measured, answers, perSecond: answers / measured.seconds }
}

async function runWrk(
  port: number,
  { text, status, minBytes, maxBytes }: Ask,
  seconds: number,
): Promise<Said> {
  const args = [
    ...['--threads', '1', '--connections', String(CONNECTIONS), '--duration', String(seconds)],
    ...['--timeout', String(TIMEOUT_SECONDS), '--script', SCRIPT, `http://127.0.0.1:${port}`],
    ...['--', text, String(status), String(minBytes), String(maxBytes)],
  ]
  const { stdout } = await promisify(execFile)('wrk', args).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing ? new Error('wrk is missing: apt-get install wrk') : error
  })
  // wrk prints its own report first.
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Said
}
