import { inequalityFields } from './query.ts'
import { Code, StatusError } from './status-error.ts'
import type { Aggregation, Filter, StructuredQuery } from './wire.ts'

/** A composite index in the format of `firestore.indexes.json`. */
export interface CompositeIndex {
  collectionGroup: string
  fields: { fieldPath: string; order?: string }[]
}

/**
 * Refuses, as Firestore does and its emulator does not, a query that neither its automatic single-field
 * indexes nor a deployed index serves. The automatic ones serve equalities on any fields together, or one
 * range and order on one field.
 * @throws StatusError
 */
export function demandIndex(
  query: StructuredQuery,
  aggregations: Aggregation[],
  deployed: CompositeIndex[],
): void {
  const equal = [...new Set(equalityFields(query.where))]
  const summed = aggregations.flatMap(({ sum, avg }) => (sum ?? avg)?.field.fieldPath ?? [])
  const orders = ordersOf(query)
  for (const fieldPath of [...inequalityFields(query.where), ...summed])
    if (!orders.some((order) => order.fieldPath === fieldPath))
      orders.push({ fieldPath, order: orders.at(-1)?.order ?? 'ASCENDING' })
  const own = orders.filter(({ fieldPath }) => fieldPath !== NAME)
  const last = own.at(-1)?.order ?? 'ASCENDING'
  // The name comes after the fields, in the direction of the last one.
  const isByName = orders.every(({ fieldPath, order }) => fieldPath !== NAME || order === last)
  const isSingle = own.length === 0 || (own.length === 1 && equal.length === 0)
  if (isByName && isSingle) return
  const collectionGroup = query.from?.[0]?.collectionId ?? ''
  const isServed = ({ collectionGroup: group, fields }: CompositeIndex) =>
    group === collectionGroup &&
    sorted(fields.slice(0, equal.length).map(({ fieldPath }) => fieldPath)) === sorted(equal) &&
    own.every(({ fieldPath, order }, n) => {
      const field = fields[equal.length + n]
      return field?.fieldPath === fieldPath && field.order === order
    })
  if (isByName && deployed.some(isServed)) return
  const fields = [...equal, ...own.map(({ fieldPath, order }) => `${fieldPath} ${order}`)].join(', ')
  throw new StatusError(
    Code.FAILED_PRECONDITION,
    `The query requires an index: ${collectionGroup} (${fields})`,
  )
}

const NAME = '__name__'

const sorted = (fields: string[]) => [...fields].sort().join(' ')

const ordersOf = ({ orderBy = [] }: StructuredQuery) =>
  orderBy.map(({ field, direction = 'ASCENDING' }) => ({ fieldPath: field.fieldPath, order: direction }))

/**
 * Fields compared for equality, including array membership: that has another index, which the deployed ones
 * name.
 */
function equalityFields(filter: Filter | undefined): string[] {
  const { compositeFilter, fieldFilter, unaryFilter } = filter ?? {}
  if (compositeFilter) return (compositeFilter.filters ?? []).flatMap(equalityFields)
  if (unaryFilter?.op === 'IS_NULL') return [unaryFilter.field.fieldPath]
  return fieldFilter && inequalityFields(filter).length === 0 ? [fieldFilter.field.fieldPath] : []
}
