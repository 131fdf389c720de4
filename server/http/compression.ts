import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { headerOf, type Answer } from './answer.ts'

export type Encoding = 'br' | 'gzip'

/** Below this many bytes an answer fits one packet anyway. */
const MIN_BYTES = 500

/** Compressible media types; images, fonts and archives are compressed already. */
const COMPRESSIBLE = /^(text\/|image\/svg\+xml|application\/([\w.-]+\+)?(json|xml|javascript))/

/** Brotli's quality for answers compressed while somebody waits. */
const QUICK = 4

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** The best encoding a client accepts, brotli before gzip; null for neither (`;q=0` is a refusal). */
export function bestEncoding(acceptEncoding: string | string[] | undefined): Encoding | null {
  const accepted = new Set<string>()
  for (const entry of (acceptEncoding ?? '').toString().toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name)
  }
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : null
}

/** Compresses a text answer for a client that accepts it. Any other answer is returned unchanged. */
export async function compressed(
  answer: Answer,
  acceptEncoding: string | string[] | undefined,
): Promise<Answer> {
  const isCompressible = COMPRESSIBLE.test(headerOf(answer, 'content-type'))
  if (!isCompressible || answer.body.length < MIN_BYTES || answer.headers['content-encoding']) return answer

  const headers = { ...answer.headers, vary: withAcceptEncoding(headerOf(answer, 'vary')) }
  const encoding = bestEncoding(acceptEncoding)
  if (encoding === null) return { ...answer, headers }
  return {
    ...answer,
    headers: { ...headers, 'content-encoding': encoding },
    body: await compress(answer.body, encoding, QUICK),
  }
}

/** @param quality brotli's, 0–11: each step is smaller and slower */
export function compress(body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return deflate(body)
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}

function withAcceptEncoding(vary: string): string {
  if (vary === '') return 'Accept-Encoding'
  return /accept-encoding|\*/i.test(vary) ? vary : `${vary}, Accept-Encoding`
}

/** A body in one encoding, ready to be sent repeatedly: whole, or as 304 to a client that has it. */
export interface Variant {
  whole: Answer
  unchanged: Answer
  /** `''` for answers that are never `not modified`: 404 pages (RFC 9110, section 13.2.1), and errors. */
  etag: string
}

/** @param digest of the body before encoding, see {@link digestOf}; `''` gives it no ETag */
export function variantOf(answer: Answer, encoding: Encoding | null, body: Buffer, digest: string): Variant {
  const etag = digest === '' ? '' : `"${digest}-${encoding ?? 'identity'}"`
  const headers = etag === '' ? answer.headers : { ...answer.headers, etag }
  const encoded = encoding === null ? headers : { ...headers, 'content-encoding': encoding }
  return {
    whole: { status: answer.status, headers: encoded, body },
    // A 304 carries all headers: the browser replaces its stored ones with these, the policy included.
    unchanged: { status: 304, headers, body: Buffer.alloc(0) },
    etag,
  }
}

/** The answer to If-None-Match. */
export function answerWith({ whole, unchanged, etag }: Variant, ifNoneMatch: string | undefined): Answer {
  if (etag === '' || ifNoneMatch === undefined) return whole
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ? unchanged : whole
}

/** A body in the encodings it is kept in. */
export type Variants = Partial<Record<Encoding, Variant>> & { identity: Variant }

/** @param encoded the body in each encoding; null if that saves nothing */
export function variantsOf(
  answer: Answer,
  encoded: Record<Encoding, Buffer | null>,
  digest: string,
): Variants {
  const { br, gzip } = encoded
  return {
    identity: variantOf(answer, null, answer.body, digest),
    ...(br && { br: variantOf(answer, 'br', br, digest) }),
    ...(gzip && { gzip: variantOf(answer, 'gzip', gzip, digest) }),
  }
}

/** The answer for a client, by the encodings it accepts and the version it has. */
export function answerFrom(variants: Variants, headers: IncomingHttpHeaders): Answer {
  const encoding = bestEncoding(headers['accept-encoding'])
  return answerWith((encoding && variants[encoding]) ?? variants.identity, headers['if-none-match'])
}

/** Represents a body in its ETag: 22 characters. */
export function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}
