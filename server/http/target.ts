import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { routeOf } from '../route-table.ts'

export interface Target {
  /** The origin guests see. */
  origin: string
  /** Begins with `/`, as received, undecoded. */
  pathname: string
  /** `''` or begins with `?`. */
  search: string
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Nearly every path, which then needs no URL parser. Gains: 2 µs a request. */
const PLAIN = /^\/(?:[a-z0-9_-][a-z0-9._-]*(?:\/[a-z0-9_-][a-z0-9._-]*)*\/?)?$/i

/**
 * The longest path, in characters. Ours have about a hundred; routers search for trailing slashes from each
 * slash in the path.
 */
const PATH_MAX = 1_024

/**
 * Reads the target of a request. The path is never resolved against the origin: `//elsewhere` stays a path.
 * @param publicOrigin null in a demonstration, where the Host header gives the origin
 * @returns null when Host or the target is missing, malformed or too long; Remix would log an undecodable
 * path
 */
export function targetOf(
  req: Pick<IncomingMessage, 'url' | 'headers' | 'httpVersion'>,
  publicOrigin: string | null,
): Target | null {
  const { host } = req.headers
  if (host === undefined && req.httpVersion !== '1.0') return null
  const origin = publicOrigin ?? originOf(host)
  const raw = req.url ?? ''
  if (origin !== null && raw.length <= PATH_MAX && PLAIN.test(raw))
    return { origin, pathname: raw, search: '' }
  if (origin === null || !raw.startsWith('/') || !URL.canParse(origin + raw)) return null
  const { pathname: asked, search } = new URL(origin + raw)
  if (asked.length > PATH_MAX) return null
  let pathname = asked
  for (let cut = 0; cut < SIGN_MAX && !isDecodable(pathname); cut++) pathname = pathname.replace(ESCAPE, '')
  const isWhole = isDecodable(pathname) && (pathname === asked || /\w$/.test(pathname))
  return isWhole ? { origin, pathname, search } : null
}

/** Whether a path is the health check's, in any spelling that Remix accepts: any of them checks storage. */
export function isHealthCheck(pathname: string): boolean {
  const spelled = decodeURIComponent(pathname).toLowerCase().replace(/\/+$/, '')
  return routeOf(spelled).queue === 'health'
}

/**
 * Whether a post may come from a page of ours (OWASP ASVS 3.5.1; CSRF). Sec-Fetch-Site is believed when it is
 * sent; else Origin has to be ours. A client that sends neither is no browser, and is allowed: the cookie is
 * SameSite=Lax.
 */
export function isOwnPost(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return headers.origin === undefined || headers.origin === origin
}

/** Whether a client declares that a page of ours sent the post. One that declares nothing does not count. */
export function isSaidOwn(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === origin : site === 'same-origin'
}

function originOf(host = ''): string | null {
  const origin = `http://${host}`
  return HOST.test(host) && URL.canParse(origin) ? origin : null
}

/** A link may be cut within the last sign, of which each byte is escaped. */
const ESCAPE = /%[\da-f]{0,2}$/i
const SIGN_MAX = 4

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}
