import { fieldAt, parseFieldPath, withField } from './field-path.ts'
import { Code, StatusError } from './status-error.ts'
import type { Documents, StoredDocument } from './store.ts'
import type { Fields, FieldTransform, Value, Write } from './wire.ts'
import { compareValues, numberOf, relativePath, toMicros, toTimestamp } from './value.ts'

export interface Written {
  changes: Map<string, StoredDocument | null>
  /** One for each write; null for a deletion. */
  results: { updateTime: number | null; transformResults: Value[] }[]
}

/**
 * The result of a list of writes, one after the other, all at the instant `now`. Nothing is changed yet.
 * @throws StatusError when one of them is impossible: then none is done
 */
export function planWrites(documents: Documents, writes: Write[], now: number): Written {
  const changes: Written['changes'] = new Map()
  const earlier = new Map<string, Write>()
  const results = writes.map((write) => {
    const path = checkedPath(write.update?.name ?? write.delete ?? '')
    const current = (changes.has(path) ? changes.get(path) : documents.get(path)) ?? null
    if (!isSameVersion(write, earlier.get(path))) checkPrecondition(write, current, path)
    earlier.set(path, write)
    if (!write.update) {
      changes.set(path, null)
      return { updateTime: null, transformResults: [] }
    }
    const { fields, transformResults } = nextFields(write, current?.fields ?? {}, now)
    // As in the service, a write that changes nothing keeps the update time.
    const isSame = current && compareValues(asMap(current.fields), asMap(fields)) === 0
    const updateTime = isSame ? current.updateTime : now
    changes.set(path, { path, fields, createTime: current?.createTime ?? now, updateTime })
    return { updateTime, transformResults }
  })
  return { changes, results }
}

const asMap = (fields: Fields): Value => ({ mapValue: { fields } })

/** @returns the relative path. @throws what the service throws for names nobody may use */
export function checkedPath(name: string): string {
  const path = relativePath(name)
  const segments = path.split('/')
  const isValid =
    segments.length % 2 === 0 &&
    segments.every((s) => s !== '' && !/^(\.\.?|__.*__)$/s.test(s) && Buffer.byteLength(s) <= 1500)
  if (!isValid) throw new StatusError(Code.INVALID_ARGUMENT, `Document name "${name}" is invalid.`)
  return path
}

/**
 * The service treats the writes of one document in one request as one, so their preconditions must agree.
 * @returns whether this write demands the version that an earlier one already found
 */
function isSameVersion({ currentDocument }: Write, earlier: Write | undefined): boolean {
  const { exists, updateTime } = currentDocument ?? {}
  const first = earlier?.currentDocument?.updateTime
  const isSame = updateTime !== undefined && first !== undefined && toMicros(updateTime) === toMicros(first)
  if (earlier && ((exists === false && earlier.update) || (updateTime && !isSame)))
    throw new StatusError(Code.INVALID_ARGUMENT, 'Writes of one document have preconditions that disagree.')
  return isSame
}

function checkPrecondition({ currentDocument }: Write, current: StoredDocument | null, path: string): void {
  const { exists, updateTime } = currentDocument ?? {}
  if (exists === true && !current) throw new StatusError(Code.NOT_FOUND, `No document to update: ${path}`)
  if (exists === false && current)
    throw new StatusError(Code.ALREADY_EXISTS, `Document already exists: ${path}`)
  if (updateTime && toMicros(updateTime) !== (current?.updateTime ?? 0)) {
    throw new StatusError(Code.FAILED_PRECONDITION, `The stored version of ${path} is not the required one.`)
  }
}

function nextFields(write: Write, current: Fields, now: number) {
  const given = write.update?.fields ?? {}
  let fields = given
  if (write.updateMask) {
    fields = current
    for (const path of (write.updateMask.fieldPaths ?? []).map(parseFieldPath)) {
      fields = withField(fields, path, fieldAt(given, path))
    }
  }
  const transformResults: Value[] = []
  for (const transform of write.updateTransforms ?? []) {
    const path = parseFieldPath(transform.fieldPath)
    const value = transformed(transform, fieldAt(fields, path), now)
    fields = withField(fields, path, value)
    transformResults.push(value)
  }
  return { fields, transformResults }
}

function transformed(
  { setToServerValue, increment }: FieldTransform,
  old: Value | undefined,
  now: number,
): Value {
  if (setToServerValue === 'REQUEST_TIME') return { timestampValue: toTimestamp(now - (now % 1000)) }
  if (!increment) throw new StatusError(Code.UNIMPLEMENTED, 'The fake knows increment and REQUEST_TIME only.')
  // As in the service, anything that is not a number, even the text '5', counts as nothing.
  const [a, b] = [numberOf(old), numberOf(increment) ?? 0]
  if (old === undefined || a === null) return increment
  const isWhole = old.integerValue !== undefined && increment.integerValue !== undefined
  return isWhole ? { integerValue: String(a + b) } : { doubleValue: a + b }
}
