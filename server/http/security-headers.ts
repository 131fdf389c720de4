import { OWN_POLICY } from './error-page.ts'

const TWO_YEARS_IN_SECONDS = 2 * 365 * 24 * 60 * 60

/**
 * The headers of every answer, static files and errors included (OWASP ASVS 3.4). A document brings its own
 * Content-Security-Policy, which replaces this one.
 * @param publicOrigin the origin guests see; null in demonstration
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
