const NAMES = new Set(['127.0.0.1', '::1', 'localhost'])

/** Tells whether a host is this computer's own, by address or name; an IPv6 address may stand in brackets. */
export function isLoopback(host: string): boolean {
  return NAMES.has(host.replace(/^\[|\]$/g, ''))
}
