import type { Fields, Value } from './wire.ts'

/** The segments of a field path such as ``a.b.`c.d` ``. */
export function parseFieldPath(path: string): string[] {
  return [...path.matchAll(/`((?:[^`\\]|\\.)*)`|[^.`]+/gs)].map(([plain, quoted]) =>
    quoted === undefined ? plain : quoted.replace(/\\(.)/gs, '$1'),
  )
}

/** The value at a path; `undefined` when the document has none there. */
export function fieldAt(fields: Fields, [name, ...rest]: string[]): Value | undefined {
  const value = name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined
  return rest.length === 0 ? value : value?.mapValue && fieldAt(value.mapValue.fields ?? {}, rest)
}

/** The fields with the one at a path replaced, or left out when the value is `undefined`. */
export function withField(fields: Fields, [name = '', ...rest]: string[], value: Value | undefined): Fields {
  const { [name]: old, ...others } = fields
  if (rest.length > 0) {
    if (value === undefined && !old?.mapValue) return fields
    return {
      ...fields,
      [name]: { mapValue: { fields: withField(old?.mapValue?.fields ?? {}, rest, value) } },
    }
  }
  return value === undefined ? others : { ...fields, [name]: value }
}
