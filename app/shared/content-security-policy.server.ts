// The policies of what app/ answers; those of the front, error pages and files, are in
// server/http/security-headers.ts.
import { createHash } from 'node:crypto'
import { own } from '../../server/domain/own.ts'

/**
 * The door's page: nothing from other sites, no inline script. WebKit bypasses the service worker for a
 * worker's script, so without a network the decoder starts from the cache, as `blob:`, and obeys this policy.
 */
export const PORTA_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; " +
  "connect-src 'self'; img-src 'self'; font-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The door's service worker. */
export const SERVICE_WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/**
 * An inline script or style with a nonce, and its content. Compiled once, although each document has another
 * nonce.
 */
const WITH_NONCE = /<(script|style)[^>]* nonce="([^"]*)"[^>]*>(.*?)<\/\1>/gs

/**
 * Replaces a document's nonce by a policy with the hashes of its inline scripts and styles. No guest can type
 * the nonce: each rendering has a new one, which never leaves the server. With hashes a page has the same
 * bytes each time, so it is compressed once and cached (decision 0008).
 * @param nonce the one the document's own inline scripts and styles were rendered with
 */
export function withHashes(document: string, nonce: string): { html: string; policy: string } {
  const hashes = { script: [] as string[], style: [] as string[] }
  let isScripted = false
  for (const [, tag = '', given, content = ''] of document.matchAll(WITH_NONCE)) {
    if (given !== nonce) continue
    isScripted ||= tag === 'script'
    // 'self' allows our script files.
    if (content !== '')
      own(hashes, tag)?.push(`'sha256-${createHash('sha256').update(content).digest('base64')}'`)
  }
  // Links that preload a script have the nonce too.
  const html = document.replaceAll(` nonce="${nonce}"`, '')
  const { script, style } = hashes
  const policy = [
    "default-src 'none'",
    ...(isScripted ? [["script-src 'self'", ...script].join(' '), "connect-src 'self'"] : []),
    `style-src ${style.join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return { html, policy: policy.join('; ') }
}
