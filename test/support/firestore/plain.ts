import type { Fields, Value } from './wire.ts'
import { toMicros, toTimestamp } from './value.ts'

/** A plain object as a document's fields. Whole numbers become integers, dates timestamps, `undefined` is left out. */
export function toFields(plain: Record<string, unknown>): Fields {
  return Object.fromEntries(
    Object.entries(plain)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, toValue(value)]),
  )
}

function toValue(plain: unknown): Value {
  if (plain === null) return { nullValue: 'NULL_VALUE' }
  if (typeof plain === 'boolean') return { booleanValue: plain }
  if (typeof plain === 'string') return { stringValue: plain }
  if (typeof plain === 'number')
    return Number.isSafeInteger(plain) ? { integerValue: String(plain) } : { doubleValue: plain }
  if (plain instanceof Date) return { timestampValue: toTimestamp(plain.getTime() * 1000) }
  if (Array.isArray(plain)) return { arrayValue: { values: plain.map(toValue) } }
  if (typeof plain === 'object') return { mapValue: { fields: toFields(plain as Record<string, unknown>) } }
  throw new Error(`[fake firestore] no value of Firestore: ${typeof plain}`)
}

/** A document's fields as a plain object: the inverse of {@link toFields}. References come out as their names. */
export function toPlain(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fromValue(value)]))
}

function fromValue(value: Value): unknown {
  if (value.nullValue !== undefined) return null
  if (value.integerValue !== undefined) return Number(value.integerValue)
  if (value.timestampValue) return new Date(toMicros(value.timestampValue) / 1000)
  if (value.arrayValue) return (value.arrayValue.values ?? []).map(fromValue)
  if (value.mapValue) return toPlain(value.mapValue.fields ?? {})
  return (
    value.booleanValue ??
    value.doubleValue ??
    value.stringValue ??
    value.referenceValue ??
    value.bytesValue ??
    value.geoPointValue
  )
}
