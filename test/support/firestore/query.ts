import { fieldAt, parseFieldPath, withField } from './field-path.ts'
import { Code, StatusError } from './status-error.ts'
import type { Documents, StoredDocument } from './store.ts'
import type { Aggregation, Cursor, Fields, Filter, Order, StructuredQuery, Value } from './wire.ts'
import { compareValues, numberOf, relativePath, typeRank } from './value.ts'

/** The documents a query finds, in its order, with all fields: see {@link project}. */
export function runQuery(documents: Documents, parent: string, query: StructuredQuery): StoredDocument[] {
  const orders = ordersOf(query)
  const { startAt, endAt, offset = 0 } = query
  const found = [...documents.values()]
    .filter((document) => isFrom(document, relativePath(parent), query) && passes(document, query.where))
    .filter((document) => orders.every(({ field }) => valueAt(document, field.fieldPath)))
    .map((document) => ({ document, keys: keysOf(document, orders) }))
    .filter(({ keys }) => !startAt || isAtOrPast(keys, startAt, orders))
    .filter(({ keys }) => !endAt || !isAtOrPast(keys, endAt, orders))
    .sort((a, b) => compareKeys(a.keys, b.keys, orders))
    .map(({ document }) => document)
  return found.slice(offset, query.limit ? offset + (query.limit.value ?? 0) : undefined)
}

/** The fields a query selects; all of them when it names none. */
export function project(fields: Fields, paths: string[]): Fields {
  if (paths.length === 0) return fields
  return paths
    .filter((path) => path !== '__name__')
    .map(parseFieldPath)
    .reduce<Fields>((kept, path) => withField(kept, path, fieldAt(fields, path)), {})
}

/** Counts, sums and averages over the documents found. */
export function aggregate(found: StoredDocument[], aggregations: Aggregation[]): Fields {
  const numbersAt = (path: string) =>
    found.map((document) => numberOf(valueAt(document, path))).filter((n) => n !== null)
  const result = ({ count, sum, avg }: Aggregation): Value => {
    if (count) return { integerValue: String(Math.min(found.length, Number(count.upTo?.value ?? Infinity))) }
    const numbers = numbersAt((sum ?? avg)?.field.fieldPath ?? '')
    const total = numbers.reduce((a, b) => a + b, 0)
    if (avg) return numbers.length ? { doubleValue: total / numbers.length } : { nullValue: 'NULL_VALUE' }
    return Number.isSafeInteger(total) ? { integerValue: String(total) } : { doubleValue: total }
  }
  return Object.fromEntries(aggregations.map((aggregation) => [aggregation.alias, result(aggregation)]))
}

function isFrom({ path }: StoredDocument, parent: string, { from = [] }: StructuredQuery): boolean {
  const { collectionId, allDescendants = false } = from[0] ?? {}
  if (collectionId === undefined || from.length !== 1)
    throw new StatusError(Code.UNIMPLEMENTED, 'The fake queries exactly one collection.')
  const below = parent === '' ? '' : `${parent}/`
  const collection = path.slice(0, path.lastIndexOf('/'))
  if (!allDescendants) return collection === below + collectionId
  return path.startsWith(below) && collection.split('/').at(-1) === collectionId
}

/**
 * The requested orders, then the fields compared by order, then the name, in the last requested direction.
 */
function ordersOf({ orderBy = [], where }: StructuredQuery): Order[] {
  const direction = orderBy.at(-1)?.direction ?? 'ASCENDING'
  const orders = [...orderBy]
  for (const fieldPath of [...inequalityFields(where), '__name__']) {
    if (!orders.some((order) => order.field.fieldPath === fieldPath))
      orders.push({ field: { fieldPath }, direction })
  }
  return orders
}

function keysOf(document: StoredDocument, orders: Order[]): Value[] {
  return orders.map(({ field }) => valueAt(document, field.fieldPath) ?? { nullValue: 'NULL_VALUE' })
}

/** Compares as many keys as `b` has: a cursor may name only the first ones. */
function compareKeys(a: Value[], b: Value[], orders: Order[]): number {
  for (const [i, wanted] of b.entries()) {
    const order = compareValues(a[i] ?? { nullValue: 'NULL_VALUE' }, wanted)
    if (order !== 0) return orders[i]?.direction === 'DESCENDING' ? -order : order
  }
  return 0
}

function isAtOrPast(keys: Value[], { values = [], before = false }: Cursor, orders: Order[]): boolean {
  const order = compareKeys(keys, values, orders)
  return before ? order >= 0 : order > 0
}

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

/** The fields a filter compares by order: a query without its own order is sorted by them. */
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
