import type { CollectionReference, Query, QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore'
import type { Picture } from './picture.ts'

/** Commits are found by the time Firestore began them, and may become visible this much later. */
export const OVERLAP_MS = 10_000

/** How far a collection has been followed, by Firestore's clock. */
export interface Mark {
  /** The next page begins after this: an instant, or a document of that instant. */
  from: { at: Date | Timestamp; name: string | null }
  /**
   * Pages were read so early from this instant on that more commits may still become visible, in milliseconds
   * since the epoch.
   */
  again: number
  /** A stretch with many changes, read early: it is counted once it is certain, instead of read again. */
  uncounted: { since: number; until: number } | null
  /** Everything committed before this was read, except commits that become visible late. */
  asOf: number
}

/**
 * The changes that a board has and a page may bring again, by the path of the document: its version, and when
 * it changed, in milliseconds since the epoch.
 */
export type Seen = Map<string, { version: string; at: number }>

/** The next changes of a collection after a mark, oldest first. */
export function pageOf(collection: CollectionReference, mark: Mark | undefined, size: number): Query {
  const { at, name } = mark?.from ?? { at: new Date(0), name: null }
  if (name === null) return collection.where('mudouem', '>', at).orderBy('mudouem').limit(size)
  // The name distinguishes the documents that one commit wrote at one instant.
  return collection.orderBy('mudouem').orderBy('__name__').startAfter(at, name).limit(size)
}

/**
 * The mark after a page. Changes that may have been read early are read again with the next page; if there
 * are many, they are counted later instead.
 * @param last of a full page, after which there may be more
 * @param late whether the count found more than was read early; null if it was not counted
 */
export function advanced(
  mark: Mark,
  last: QueryDocumentSnapshot | undefined,
  { readAt, isMany, late }: { readAt: number; isMany: boolean; late: boolean | null },
): Mark {
  const certain = readAt - OVERLAP_MS
  const uncounted = late === null ? mark.uncounted : null
  if (late && mark.uncounted) {
    const at = new Date(mark.uncounted.since)
    return { from: { at, name: null }, again: Infinity, uncounted, asOf: mark.asOf }
  }
  if (!last) {
    const until = isMany ? readAt : certain
    const since = Math.min(mark.again, uncounted?.since ?? Infinity, certain)
    const range = since < until ? { since, until } : null
    return { from: { at: new Date(until), name: null }, again: Infinity, uncounted: range, asOf: readAt }
  }
  const at = instantIn(last)
  const again = at.toMillis() > certain ? Math.min(mark.again, certain) : mark.again
  return { from: { at, name: last.id }, again, uncounted, asOf: at.toMillis() }
}

/** Whether more changed in a stretch of time than the board has, because it was committed late. */
export async function lateIn(
  picture: Picture,
  collection: CollectionReference,
  { since, until }: { since: number; until: number },
  seen: Seen,
): Promise<boolean> {
  const changed = collection.where('mudouem', '>=', new Date(since)).where('mudouem', '<', new Date(until))
  const count = await picture.count(changed)
  return countSeen(seen, collection, since, until) !== count
}

/** How many changes of a collection were seen from one instant until before another. */
export function countSeen(seen: Seen, { id }: CollectionReference, since: number, until: number): number {
  let count = 0
  for (const [path, { at }] of seen) if (at >= since && at < until && path.startsWith(`${id}/`)) count++
  return count
}

/** Forgets changes that no page will bring again. */
export function forgetSeen({ marks, seen }: { marks: Map<string, Mark>; seen: Seen }): void {
  const until = [...marks.values()].map(({ from, again, uncounted }) =>
    Math.min(millisOf(from.at), again, uncounted?.since ?? Infinity),
  )
  const oldest = Math.min(...until)
  for (const [path, { at }] of seen) if (at < oldest) seen.delete(path)
}

const millisOf = (at: Date | Timestamp) => (at instanceof Date ? at.getTime() : at.toMillis())

export const instantIn = (found: QueryDocumentSnapshot) => found.get('mudouem') as Timestamp
