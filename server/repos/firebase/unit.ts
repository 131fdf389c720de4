import type {
  CollectionReference,
  DocumentReference,
  DocumentSnapshot,
  Firestore,
  Timestamp,
} from 'firebase-admin/firestore'
import { own } from '../../domain/own.ts'
import { ATTEMPT_MS, within } from './deadline.ts'

export type Document = Record<string, unknown>

/** An act found that another had changed or taken something since it was read: it is run again. */
export class OvertakenError extends Error {}

export type Unit = ReturnType<typeof createUnit>

/** A document as a commit left it; null for one it deleted. */
export interface Written {
  ref: DocumentReference
  document: Document | null
  at: Timestamp
}

interface Tracked {
  ref: DocumentReference
  /** Null when the document was absent, or was not read and must be. */
  readAt: Timestamp | null
  original: Document | null
  current: Document | null
}

/**
 * A unit of work: documents read once, changed in memory, and committed as one batch in which every write
 * requires its document to be unchanged since it was read. So nothing is locked while deciding, and any other
 * change makes the whole batch fail (decision 0006).
 */
export function createUnit(db: Firestore) {
  const tracked = new Map<string, Tracked>()
  const demanded = new Set<string>()
  const later: (() => void)[] = []
  const reads = new Map<string, Promise<unknown>>()
  const results = new Map<string, { result: unknown }>()

  const change = (ref: DocumentReference, current: Document | null) => {
    const known = tracked.get(ref.path)
    if (known) known.current = current
    else tracked.set(ref.path, { ref, readAt: null, original: null, current })
  }

  /** Registers a document as it was read; the first reading counts. */
  const track = (snapshot: DocumentSnapshot) => {
    const { ref, updateTime = null } = snapshot
    if (tracked.has(ref.path)) return
    const original = snapshot.data() ?? null
    tracked.set(ref.path, { ref, readAt: updateTime, original, current: original })
  }

  return {
    track,
    /** Reads documents and registers them. @throws StorageError */
    async read(refs: DocumentReference[]): Promise<DocumentSnapshot[]> {
      const found = refs.length === 0 ? [] : await within(ATTEMPT_MS, db.getAll(...refs))
      for (const snapshot of found) track(snapshot)
      return found
    },
    /** Reads something once for all acts of the unit. */
    once<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
      const begun = reads.get(key)
      if (begun) return begun as Promise<Result>
      const reading = read().then((result) => {
        results.set(key, { result })
        return result
      })
      reads.set(key, reading)
      return reading
    },
    /** The result of such a read once it is complete; null before. */
    known: (key: string) => results.get(key) ?? null,
    /** Whether a document was read or set. */
    has: (ref: DocumentReference) => tracked.has(ref.path),
    /** The document as changed so far; null when it is absent. */
    get: (ref: DocumentReference) => tracked.get(ref.path)?.current ?? null,
    /** How many documents the commit writes or demands so far, not counting those set late. */
    writes: () =>
      [...tracked].filter(([path, { original, current }]) => original !== current || demanded.has(path))
        .length,
    /** Every document of a collection that was read or set, with the changes so far. */
    list: (collection: CollectionReference) =>
      [...tracked.values()].flatMap(({ ref, current }) =>
        current !== null && ref.parent.path === collection.path ? [{ id: ref.id, document: current }] : [],
      ),
    /** Makes the commit fail unless a document is unchanged since it was read, changed here or not. */
    demand: (ref: DocumentReference) => void demanded.add(ref.path),
    set: (ref: DocumentReference, document: Document) => change(ref, document),
    delete: (ref: DocumentReference) => change(ref, null),
    /** Sets a document when all acts of the unit are done; null leaves it as it was read. */
    late(ref: DocumentReference, make: () => Document | null) {
      later.push(() => {
        const document = make()
        if (document) change(ref, document)
      })
    },

    /**
     * Writes the changes: whole documents when new, else only the fields that differ.
     * @returns what it stored
     * @throws StorageError
     */
    async commit(): Promise<Written[]> {
      for (const settle of later) settle()
      const batch = db.batch()
      const written: Omit<Written, 'at'>[] = []
      const unchanged: Tracked[] = []
      for (const one of tracked.values()) {
        const { ref, readAt, original, current } = one
        const fields = original && current && differing(original, current)
        if (original === current || (fields && Object.keys(fields).length === 0)) {
          unchanged.push(one)
          continue
        }
        const precondition = readAt === null ? {} : { lastUpdateTime: readAt }
        if (current === null) batch.delete(ref, precondition)
        else if (fields) batch.update(ref, fields, precondition)
        else batch.create(ref, current)
        written.push({ ref, document: current })
      }
      // A demand needs a write that changes nothing: the deletion of an absent document, or a field with its
      // own value. One field is enough. Only a plain name is safe, because other products' names may be read
      // as paths.
      for (const { ref, readAt, original } of unchanged) {
        if (!demanded.has(ref.path)) continue
        if (original === null || readAt === null) batch.delete(ref, { exists: false })
        else batch.update(ref, plainIn(original), { lastUpdateTime: readAt })
      }
      if (written.length === 0) return []
      // In the order of the batch, which has the writes first and the demands after them.
      const results = await within(ATTEMPT_MS, batch.commit())
      return written.flatMap((one, index) => {
        const at = results[index]?.writeTime
        return at ? [{ ...one, at }] : []
      })
    },
  }
}

function plainIn(original: Document): Document {
  const plain = Object.entries(original).find(([field]) => /^[A-Za-z]\w*$/.test(field))
  return plain ? Object.fromEntries([plain]) : original
}

function differing(original: Document, current: Document): Document {
  return Object.fromEntries(
    Object.entries(current).filter(([field, value]) => own(original, field) !== value),
  )
}
