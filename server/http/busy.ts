import type { IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { bestEncoding } from './accept-encoding.ts'
import type { Answer } from './answer.ts'
import { errorPage } from './error-page.ts'

// Made once, in every encoding: at the time it is needed there is none to make it.
const whole = errorPage(503, { 'retry-after': '5', vary: 'Accept-Encoding' })
const encoded = (encoding: string, body: Buffer): Answer => ({
  ...whole,
  headers: { ...whole.headers, 'content-encoding': encoding },
  body,
})
const ANSWERS = {
  br: encoded('br', brotliCompressSync(whole.body)),
  gzip: encoded('gzip', gzipSync(whole.body, { level: 9 })),
  identity: whole,
}
const KNOWN = new Set<Answer>(Object.values(ANSWERS))

/** What who is sent away in a rush reads, in an encoding the client accepts. */
export const busyAnswer = (headers: IncomingHttpHeaders): Answer =>
  ANSWERS[bestEncoding(headers['accept-encoding']) ?? 'identity']

export const isBusy = (answer: Answer): boolean => KNOWN.has(answer)
