/**
 * The messages of google.firestore.v1 as the loader of the protos produces them: camel case, int64 and enums
 * as text, unset fields left out. Only the fields the fake reads or writes.
 */

export interface Timestamp {
  seconds?: string
  nanos?: number
}

/** Exactly one is set. */
export interface Value {
  nullValue?: 'NULL_VALUE'
  booleanValue?: boolean
  integerValue?: string
  doubleValue?: number
  timestampValue?: Timestamp
  stringValue?: string
  bytesValue?: Buffer
  referenceValue?: string
  geoPointValue?: { latitude?: number; longitude?: number }
  arrayValue?: { values?: Value[] }
  mapValue?: { fields?: Fields }
}

export type Fields = Record<string, Value>

export interface FieldReference {
  fieldPath: string
}

export interface Filter {
  compositeFilter?: { op: string; filters?: Filter[] }
  fieldFilter?: { field: FieldReference; op: string; value: Value }
  unaryFilter?: { field: FieldReference; op: string }
}

export interface Cursor {
  values?: Value[]
  before?: boolean
}

export interface Order {
  field: FieldReference
  direction?: string
}

export interface StructuredQuery {
  select?: { fields?: FieldReference[] }
  from?: { collectionId?: string; allDescendants?: boolean }[]
  where?: Filter
  orderBy?: Order[]
  startAt?: Cursor
  endAt?: Cursor
  offset?: number
  limit?: { value?: number }
}

export interface Aggregation {
  alias: string
  count?: { upTo?: { value?: string } }
  sum?: { field: FieldReference }
  avg?: { field: FieldReference }
}

export interface FieldTransform {
  fieldPath: string
  setToServerValue?: string
  increment?: Value
}

export interface Write {
  update?: { name: string; fields?: Fields }
  delete?: string
  updateMask?: { fieldPaths?: string[] }
  updateTransforms?: FieldTransform[]
  currentDocument?: { exists?: boolean; updateTime?: Timestamp }
}

/** The fields of every request the fake serves; each method uses some of them. */
export interface Request {
  database?: string
  parent?: string
  name?: string
  documents?: string[]
  collectionId?: string
  mask?: { fieldPaths?: string[] }
  structuredQuery?: StructuredQuery
  structuredAggregationQuery?: { structuredQuery: StructuredQuery; aggregations?: Aggregation[] }
  transaction?: Buffer
  newTransaction?: object
  writes?: Write[]
}
