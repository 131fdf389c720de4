import { RESERVED } from '../route-table.ts'

/** `.` and `..` are no segment of an address. */
const PATTERN = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/

/** Remix answers a page's data at its address with this suffix. */
const DATA_SUFFIX = '.data'

/**
 * Reads the identifier of a company from an address, a form or a spreadsheet.
 * 1–64 characters of `A–Z a–z 0–9 . _ -`, never the name of another route nor reserved for one.
 * @returns the identifier as given, or null when it cannot name a company
 */
export function parseEmpresaid(raw: unknown): string | null {
  if (typeof raw !== 'string' || !PATTERN.test(raw)) return null
  // The router compares without case, too.
  const lower = raw.toLowerCase()
  return RESERVED.has(lower) || lower.endsWith(DATA_SUFFIX) ? null : raw
}
