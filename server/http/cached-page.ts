import type { IncomingHttpHeaders } from 'node:http'
import { headerOf, type Answer } from './answer.ts'
import { bestEncoding, compress, digestOf, isKnown, type Encoding } from './compression.ts'

/** A page that may be shown again: 304 to a client that has it, else whole, in an encoding the client accepts. */
export type CachedPage = (headers: IncomingHttpHeaders) => Promise<Answer>

/**
 * Caches an answer of Remix's, rendered without any client header, so that it can be cached. Its own headers must say that
 * it is the same for everyone: found or not found, without a cookie, and `private, no-cache`; what shows anything of a
 * person is `no-store`. Its policy names hashes, for a nonce must not be shown twice.
 * Each encoding is made once, when first wanted.
 * @param quality brotli's, 0–11
 * @returns null for any other answer
 */
export function cachedPage({ status, headers, body: html }: Answer, quality: number): CachedPage | null {
  const isForEveryone =
    (status === 200 || status === 404) &&
    headers['cache-control'] === 'private, no-cache' &&
    !('set-cookie' in headers || 'vary' in headers)
  const policy = headers['content-security-policy']
  if (!isForEveryone || typeof policy !== 'string' || policy.includes("'nonce-")) return null

  const common = { ...headers, vary: 'Accept-Encoding' }
  const digest = digestOf(Buffer.concat([Buffer.from(policy), html]))
  const make = async (encoding: Encoding | null) => {
    const etag = `"${digest}-${encoding ?? 'identity'}"`
    // A page that is not there is never `not modified` (RFC 9110, section 13.2.1).
    const tagged = status === 200 ? { ...common, etag } : common
    const whole: Answer = encoding
      ? {
          status,
          headers: { ...tagged, 'content-encoding': encoding },
          body: await compress(html, encoding, quality),
        }
      : { status, headers: tagged, body: html }
    // The policy goes along: the browser puts these headers in place of those it kept.
    const unchanged: Answer = { status: 304, headers: tagged, body: Buffer.alloc(0) }
    return { whole, unchanged, etag: headerOf(whole, 'etag') }
  }
  const variants = new Map<Encoding | null, ReturnType<typeof make>>()

  return async (request) => {
    const encoding = bestEncoding(request['accept-encoding'])
    let variant = variants.get(encoding)
    if (!variant) variants.set(encoding, (variant = make(encoding)))
    const { whole, unchanged, etag } = await variant
    return etag !== '' && isKnown(request['if-none-match'], etag) ? unchanged : whole
  }
}
