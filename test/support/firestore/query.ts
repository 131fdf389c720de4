import { fieldAt, parseFieldPath, withField } from './field-path.ts'
import { inequalityFields, passes, valueAt } from './filter.ts'
import { Code, StatusError } from './status-error.ts'
import type { Documents, StoredDocument } from './store.ts'
import type { Aggregation, Cursor, Fields, Order, StructuredQuery, Value } from './wire.ts'
import { compareValues, numberOf, relativePath } from './value.ts'

/** The documents a query finds, in its order, whole: see {@link project}. */
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

/** The fields a query asks for; all of them when it names none. */
export function project(fields: Fields, paths: string[]): Fields {
  if (paths.length === 0) return fields
  return paths
    .filter((path) => path !== '__name__')
    .map(parseFieldPath)
    .reduce<Fields>((kept, path) => withField(kept, path, fieldAt(fields, path)), {})
}

/** Counts, sums and averages over what a query found. */
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

/** The orders asked for, then the fields compared by order, then the name, in the last direction asked for. */
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
