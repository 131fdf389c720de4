import type { IncomingHttpHeaders } from 'node:http'

/**
 * Tells whether a post may come from a page of ours (OWASP ASVS 3.5.1; CSRF). Browsers that send
 * Sec-Fetch-Site are believed; else Origin has to be ours. A client that sends neither is no browser, and is allowed:
 * the cookie is SameSite=Lax.
 * @param origin the origin guests see, `https://convite.example.org`
 */
export function isOwnPost(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return headers.origin === undefined || headers.origin === origin
}
