// The policies for the answers of the server in front; those of documents are in
// app/shared/content-security-policy.server.ts.
import { createHash } from 'node:crypto'
import { STYLE } from './error-page.ts'

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** For every answer without a policy of its own, as error pages: no script, and only those pages' style. */
export const OWN_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** An SVG image opened by itself brings its own styles, but no script. */
export const SVG_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'"

/** A worker obeys its script's policy. This one gets the wasm's bytes from the page and requests nothing. */
export const DECODER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'"

const TWO_YEARS_IN_SECONDS = 2 * 365 * 24 * 60 * 60

/**
 * The headers of every answer, static files and errors included (OWASP ASVS 3.4). A document brings its own
 * Content-Security-Policy, which replaces this one.
 */
export function securityHeaders(publicOrigin: string | null): Record<string, string> {
  return {
    'content-security-policy': OWN_POLICY,
    'x-content-type-options': 'nosniff',
    // With no-referrer browsers send `Origin: null` with our own forms.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(publicOrigin?.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${TWO_YEARS_IN_SECONDS}` }
      : {}),
  }
}
