import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bestEncoding, type Encoding } from './accept-encoding.ts'
import { headerOf, type Answer } from './answer.ts'

/** Below this many bytes an answer fits one packet anyway. */
const MIN_BYTES = 500

/** Media types that shrink; images, fonts and archives are compressed already. */
const COMPRESSIBLE = /^(text\/|image\/svg\+xml|application\/([\w.-]+\+)?(json|xml|javascript))/

/** Brotli's quality for what is compressed while somebody waits. */
const QUICK = 4

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Compresses an answer of text for a client that accepts it. Anything else comes back as it is. */
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

/** @param quality brotli's, 0–11: each step smaller and slower */
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
