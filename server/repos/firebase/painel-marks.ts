import type { CollectionReference, Query, QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore'
import type { Picture } from './picture.ts'

/** A commit is found by when Firestore began it, and may be seen this much later. */
export const OVERLAP_MS = 10_000

/** How far a collection was followed, by the clock of Firestore. */
export interface Mark {
  /** The next page begins behind it: an instant, or a document of it. */
  from: { at: Date | Timestamp; name: string | null }
  /** From here on pages were read so early that more may be seen of them later, in milliseconds since the epoch. */
  again: number
  /** What was read so of many pages is counted once it is certain, in place of being read again. */
  uncounted: { since: number; until: number } | null
  /** What was committed before was read, but for what is seen late. */
  asOf: number
}

/**
 * The changes that a board has and a page may bring again, by the path of the document: its version, and when it changed,
 * in milliseconds since the epoch.
 */
export type Seen = Map<string, { version: string; at: number }>

/** The next changes of a collection behind a mark, oldest first. */
export function pageOf(collection: CollectionReference, mark: Mark | undefined, size: number): Query {
  const { at, name } = mark?.from ?? { at: new Date(0), name: null }
  if (name === null) return collection.where('mudouem', '>', at).orderBy('mudouem').limit(size)
  // The name tells apart what one commit wrote at one instant.
  return collection.orderBy('mudouem').orderBy('__name__').startAfter(at, name).limit(size)
}

/**
 * A mark behind a page. What may have been read early is read again with the next one; where it is many, it is counted
 * later on.
 * @param last of a full page, behind which there may be more
 * @param late whether more was found of what was read early; null where that was not counted
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

/** Tells whether more changed in a stretch of time than the board has: what was committed late. */
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

/** How many changes of a collection, from an instant until before another, were seen. */
export function countSeen(seen: Seen, { id }: CollectionReference, since: number, until: number): number {
  let count = 0
  for (const [path, { at }] of seen) if (at >= since && at < until && path.startsWith(`${id}/`)) count++
  return count
}

/** Forgets changes no page will bring again. */
export function forgetSeen({ marks, seen }: { marks: Map<string, Mark>; seen: Seen }): void {
  const until = [...marks.values()].map(({ from, again, uncounted }) =>
    Math.min(millisOf(from.at), again, uncounted?.since ?? Infinity),
  )
  const oldest = Math.min(...until)
  for (const [path, { at }] of seen) if (at < oldest) seen.delete(path)
}

const millisOf = (at: Date | Timestamp) => (at instanceof Date ? at.getTime() : at.toMillis())

export const instantIn = (found: QueryDocumentSnapshot) => found.get('mudouem') as Timestamp
