import type { IncomingMessage } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { bestEncoding } from './accept-encoding.ts'
import type { Answer } from './answer.ts'
import { errorPage } from './error-page.ts'

type Asked = Pick<IncomingMessage, 'method' | 'headers'>

/** Makes an error page once, in every encoding: at the time it is needed there is none to make it. */
function readyError(status: 429 | 503, headers: Record<string, string>, isForm: boolean) {
  const whole = errorPage(status, { ...headers, vary: 'Accept-Encoding' }, isForm)
  const encoded = (encoding: string, body: Buffer): Answer => ({
    ...whole,
    headers: { ...whole.headers, 'content-encoding': encoding },
    body,
  })
  return {
    br: encoded('br', brotliCompressSync(whole.body)),
    gzip: encoded('gzip', gzipSync(whole.body, { level: 9 })),
    identity: whole,
  }
}

const BUSY = {
  form: readyError(503, { 'retry-after': '5' }, true),
  page: readyError(503, { 'retry-after': '5' }, false),
}
const TOO_MANY = { form: readyError(429, {}, true), page: readyError(429, {}, false) }
const KNOWN = new Set<Answer>([...Object.values(BUSY.form), ...Object.values(BUSY.page)])

const variantFor = (pages: typeof BUSY, { method, headers }: Asked): Answer =>
  pages[method === 'POST' ? 'form' : 'page'][bestEncoding(headers['accept-encoding']) ?? 'identity']

/** The 503 page of a request that is refused in a rush, in an encoding the client accepts. */
export const busyAnswer = (req: Asked): Answer => variantFor(BUSY, req)

/** Tells whether an answer is one of {@link busyAnswer}'s, by identity. */
export const isBusy = (answer: Answer): boolean => KNOWN.has(answer)

/** The 429 page of an address that asks too often, likewise. */
export function tooManyAnswer(req: Asked, seconds: number): Answer {
  const { status, headers, body } = variantFor(TOO_MANY, req)
  return { status, headers: { ...headers, 'retry-after': String(seconds) }, body }
}
