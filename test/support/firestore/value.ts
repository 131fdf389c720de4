import type { Timestamp, Value } from './wire.ts'

/** Microseconds since 1970, Firestore's precision, in the protos' form. */
export function toTimestamp(micros: number): Timestamp {
  return { seconds: String(Math.floor(micros / 1e6)), nanos: (micros % 1e6) * 1000 }
}

export function toMicros({ seconds = '0', nanos = 0 }: Timestamp): number {
  return Number(seconds) * 1e6 + Math.floor(nanos / 1000)
}

/** A document's path below `…/documents/`; a relative path stays as it is. */
export function relativePath(name: string): string {
  if (!name.startsWith('projects/')) return name
  const [, path = ''] = /^projects\/[^/]+\/databases\/[^/]+\/documents(?:\/(.*))?$/s.exec(name) ?? [
    name,
    name,
  ]
  return path
}

const RANKS: Record<string, number> = {
  nullValue: 0,
  booleanValue: 1,
  integerValue: 2,
  doubleValue: 2,
  timestampValue: 3,
  stringValue: 4,
  bytesValue: 5,
  referenceValue: 6,
  geoPointValue: 7,
  arrayValue: 8,
  mapValue: 9,
}

/** The rank of a value's type in Firestore's order of types; integers and doubles are one type. */
export function typeRank(value: Value): number {
  for (const [name, part] of Object.entries(value)) {
    const rank = RANKS[name]
    if (part !== undefined && rank !== undefined) return rank
  }
  return -1
}

/** A value as a number, or null when it is not one. */
export function numberOf(value: Value | undefined): number | null {
  return value?.doubleValue ?? (value?.integerValue === undefined ? null : Number(value.integerValue))
}

/**
 * Firestore's order of values: by type, then by value; text by its UTF-8 bytes. Zero means equal: 7 is 7.0,
 * not '7'.
 */
export function compareValues(a: Value, b: Value): number {
  // Most comparisons, a hundred thousand for one list of ids.
  if (a.stringValue !== undefined && b.stringValue !== undefined)
    return compareText(a.stringValue, b.stringValue)
  const byType = typeRank(a) - typeRank(b)
  if (byType !== 0) return byType
  if (a.nullValue !== undefined) return 0
  if (a.booleanValue !== undefined) return Number(a.booleanValue) - Number(b.booleanValue)
  if (a.timestampValue && b.timestampValue) return toMicros(a.timestampValue) - toMicros(b.timestampValue)
  if (a.bytesValue && b.bytesValue) return Buffer.compare(a.bytesValue, b.bytesValue)
  if (a.referenceValue !== undefined) return comparePaths(a.referenceValue, b.referenceValue ?? '')
  if (a.arrayValue && b.arrayValue) return compareLists(a.arrayValue.values ?? [], b.arrayValue.values ?? [])
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== null && y !== null) return x - y
  return compareText(canonical(a), canonical(b))
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  // Without surrogates both orders are the same, and this one is fast.
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : 1
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** Half of a character beyond 16 bits, alone or in its pair. */
const SURROGATE = /[\uD800-\uDFFF]/

/** Compares paths segment by segment, ignoring the part up to `…/documents/`. */
export function comparePaths(a: string, b: string): number {
  const segments = (name: string) =>
    relativePath(name)
      .split('/')
      .map((stringValue) => ({ stringValue }))
  return compareLists(segments(a), segments(b))
}

function compareLists(a: Value[], b: Value[]): number {
  for (const [i, x] of a.entries()) {
    const y = b[i]
    if (y === undefined) return 1
    const order = compareValues(x, y)
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** The same text for equal maps, whatever the order their fields were written in. */
function canonical(value: Value): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
