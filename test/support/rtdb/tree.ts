/** A value of the Realtime Database: JSON without null, which means "nothing here". */
export type Json = string | number | boolean | Json[] | { [key: string]: Json }

/** The value at a path of keys, or null. */
export function valueAt(tree: Json | null, [key, ...rest]: string[]): Json | null {
  if (key === undefined) return tree
  return valueAt(childOf(tree, key), rest)
}

/**
 * Replaces the value at a path, in the tree itself: ten thousand avips below one key are not copied for each that comes.
 * A branch that has nothing left vanishes with it.
 * @returns the tree, which is another one when it had no branches before
 */
export function withValue(tree: Json | null, [key, ...rest]: string[], value: Json | null): Json | null {
  if (key === undefined) return value
  const branch = branchOf(tree)
  const child = withValue(childOf(branch, key), rest, value)
  if (child === null) {
    // oxlint-disable-next-line typescript/no-dynamic-delete -- keys are data here
    delete branch[key]
    return Object.keys(branch).length > 0 ? branch : null
  }
  // Assigned, `__proto__` would be no key.
  Object.defineProperty(branch, key, { value: child, enumerable: true, configurable: true, writable: true })
  return branch
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

function childOf(tree: Json | null, key: string): Json | null {
  if (tree === null || typeof tree !== 'object' || !Object.hasOwn(tree, key)) return null
  return branchOf(tree)[key] ?? null
}

/** A list is a branch whose keys are numbers. */
function branchOf(tree: Json | null): Record<string, Json> {
  if (tree === null || typeof tree !== 'object') return {}
  return Array.isArray(tree) ? Object.fromEntries(tree.entries()) : tree
}
