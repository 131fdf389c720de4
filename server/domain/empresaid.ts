const PATTERN = /^[A-Za-z0-9._-]{1,64}$/

/**
 * First path segments that belong to other routes, to routes to come, and to files at the root; compared without case,
 * as the router does.
 */
const TAKEN = new Set([
  ...['.', '..', 'item', 'cadastro', 'saude', 'privacidade', 'c', 'assets'],
  ...['painel', 'mesa', 'porta', 'equipe', 'minhas'],
  ...['favicon.ico', 'favicon.svg', 'apple-touch-icon.png', 'robots.txt', 'evento.ics'],
])

/** Remix answers the data of a page at its address with this behind. */
const DATA_SUFFIX = '.data'

/**
 * Reads the identifier of a company from an address, a form or a spreadsheet.
 * 1–64 characters of `A–Z a–z 0–9 . _ -`, never the name of another route nor reserved for one.
 * @returns the identifier as given, or null when it cannot name a company
 */
export function parseEmpresaid(raw: unknown): string | null {
  if (typeof raw !== 'string' || !PATTERN.test(raw)) return null
  const lower = raw.toLowerCase()
  return TAKEN.has(lower) || lower.endsWith(DATA_SUFFIX) ? null : raw
}
