/** A value of the Realtime Database: JSON without null, which means "nothing here". */
export type Json = string | number | boolean | Json[] | { [key: string]: Json }

/** The value at a path of keys, or null. */
export function valueAt(tree: Json | null, [key, ...rest]: string[]): Json | null {
  if (key === undefined) return tree
  return valueAt(childrenOf(tree).get(key) ?? null, rest)
}

/** The tree with the value at a path replaced; a branch that has nothing left vanishes with it. */
export function withValue(tree: Json | null, [key, ...rest]: string[], value: Json | null): Json | null {
  if (key === undefined) return value
  const children = childrenOf(tree)
  const child = withValue(children.get(key) ?? null, rest, value)
  if (child === null) children.delete(key)
  else children.set(key, child)
  return children.size > 0 ? Object.fromEntries(children) : null
}

/** What was parsed from a request, without its nulls and empty branches. */
export function prune(parsed: unknown): Json | null {
  if (parsed === null || typeof parsed !== 'object') return parsed as Json | null
  const children = new Map<string, Json>()
  for (const [key, value] of Object.entries(parsed)) {
    const kept = prune(value)
    if (kept !== null) children.set(key, kept)
  }
  if (children.size === 0) return null
  return Array.isArray(parsed) ? [...children.values()] : Object.fromEntries(children)
}

function childrenOf(tree: Json | null): Map<string, Json> {
  return new Map(tree !== null && typeof tree === 'object' ? Object.entries<Json>(tree) : [])
}
