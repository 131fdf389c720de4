import { offsetOf } from './quando.ts'

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/

/**
 * An instant at the event's clock, as commands print it and take it again, cut to the second.
 * @param iso tells the clock: the event's start, with its offset
 * @returns `2027-09-16T19:30:00`
 */
export function stampOf(iso: string, at: number): string {
  return new Date(at + offsetOf(iso)).toISOString().slice(0, 19)
}

/** Reads what {@link stampOf} wrote. @returns the first millisecond of that second, or null for anything else */
export function parseStamp(iso: string, raw: string): number | null {
  if (!STAMP.test(raw)) return null
  const at = Date.parse(`${raw}Z`) - offsetOf(iso)
  return Number.isNaN(at) || stampOf(iso, at) !== raw ? null : at
}
