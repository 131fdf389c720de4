import { fieldAt, parseFieldPath } from './field-path.ts'
import { Code, StatusError } from './status-error.ts'
import type { StoredDocument } from './store.ts'
import type { Filter, Value } from './wire.ts'
import { compareValues, typeRank } from './value.ts'

/** The value a query sees at a field path; `__name__` is the document itself. */
export function valueAt(document: StoredDocument, path: string): Value | undefined {
  if (path === '__name__') return { referenceValue: document.path }
  return fieldAt(document.fields, parseFieldPath(path))
}

/** Whether a document passes a filter. A document without the field never does. */
export function passes(document: StoredDocument, filter: Filter | undefined): boolean {
  if (!filter) return true
  const { compositeFilter, fieldFilter, unaryFilter } = filter
  if (compositeFilter) {
    const filters = compositeFilter.filters ?? []
    return compositeFilter.op === 'OR'
      ? filters.some((part) => passes(document, part))
      : filters.every((part) => passes(document, part))
  }
  if (fieldFilter) {
    const value = valueAt(document, fieldFilter.field.fieldPath)
    return value !== undefined && compares(value, fieldFilter.op, fieldFilter.value)
  }
  const value = valueAt(document, unaryFilter?.field.fieldPath ?? '')
  if (unaryFilter?.op === 'IS_NULL') return value?.nullValue !== undefined
  if (unaryFilter?.op === 'IS_NOT_NULL') return value !== undefined && value.nullValue === undefined
  throw unknown(unaryFilter?.op)
}

/** The fields a filter compares by order: a query without an order of its own is sorted by them. */
export function inequalityFields(filter: Filter | undefined): string[] {
  const { compositeFilter, fieldFilter } = filter ?? {}
  if (compositeFilter) return [...new Set((compositeFilter.filters ?? []).flatMap(inequalityFields))].sort()
  return fieldFilter && /THAN|^NOT_/.test(fieldFilter.op) ? [fieldFilter.field.fieldPath] : []
}

function compares(value: Value, op: string, wanted: Value): boolean {
  const isEqual = (to: Value) => compareValues(value, to) === 0
  const elements = wanted.arrayValue?.values ?? []
  if (op === 'EQUAL') return isEqual(wanted)
  if (op === 'IN') return elements.some(isEqual)
  if (op === 'NOT_EQUAL') return value.nullValue === undefined && !isEqual(wanted)
  if (op === 'NOT_IN') return value.nullValue === undefined && !elements.some(isEqual)
  if (op === 'ARRAY_CONTAINS')
    return (value.arrayValue?.values ?? []).some((element) => compareValues(element, wanted) === 0)
  if (!RANGES.has(op)) throw unknown(op)
  // Ranges stay within one type: '5' is neither above nor below 7.
  return typeRank(value) === typeRank(wanted) && RANGES.get(op)?.(compareValues(value, wanted)) === true
}

const RANGES = new Map<string, (order: number) => boolean>([
  ['LESS_THAN', (order) => order < 0],
  ['LESS_THAN_OR_EQUAL', (order) => order <= 0],
  ['GREATER_THAN', (order) => order > 0],
  ['GREATER_THAN_OR_EQUAL', (order) => order >= 0],
])

const unknown = (op = 'none') =>
  new StatusError(Code.UNIMPLEMENTED, `The fake does not know the filter ${op}.`)
