import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bestEncoding, type Encoding } from './accept-encoding.ts'
import { headerOf, type Answer } from './answer.ts'

/** Below this many bytes an answer fits one packet anyway. */
const MIN_BYTES = 500

/** Media types that shrink; images, fonts and archives are compressed already. */
const COMPRESSIBLE = /^(text\/|image\/svg\+xml|application\/([\w.-]+\+)?(json|xml|javascript))/

/** The small one takes 15 ms for the landing, the quick one half of one, and leaves a sixth more. */
const QUALITY = { quick: 4, small: 10 }

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** How many pages are kept compressed: the fixed ones and their errors, and room for a few companies'. */
const KEPT_MAX = 64

/** Pages that are the same for everybody, by the hash of their text. */
const kept = new Map<string, Promise<Buffer>>()

/**
 * Compresses an answer of text for a client that accepts it. Anything else comes back as it is.
 * @param isForEverybody the same bytes will be asked for again: worth an effort, which is then kept
 */
export async function compressed(
  answer: Answer,
  acceptEncoding: string | string[] | undefined,
  isForEverybody = false,
): Promise<Answer> {
  const isCompressible = COMPRESSIBLE.test(headerOf(answer, 'content-type'))
  if (!isCompressible || answer.body.length < MIN_BYTES || answer.headers['content-encoding']) return answer

  const headers = { ...answer.headers, vary: withAcceptEncoding(headerOf(answer, 'vary')) }
  const encoding = bestEncoding(acceptEncoding)
  if (encoding === null) return { ...answer, headers }
  return {
    ...answer,
    headers: { ...headers, 'content-encoding': encoding },
    body: await compress(answer.body, encoding, isForEverybody),
  }
}

function compress(body: Buffer, encoding: Encoding, isForEverybody: boolean): Promise<Buffer> {
  if (encoding === 'gzip') return deflate(body)
  return isForEverybody ? compressOnce(body) : compressBrotli(body, QUALITY.quick)
}

function compressOnce(body: Buffer): Promise<Buffer> {
  const hash = createHash('sha256').update(body).digest('base64')
  const known = kept.get(hash)
  if (known) return known
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size >= KEPT_MAX) kept.delete(oldest)
  const made = compressBrotli(body, QUALITY.small)
  kept.set(hash, made)
  return made
}

function compressBrotli(body: Buffer, quality: number): Promise<Buffer> {
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
