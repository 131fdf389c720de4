/** Puts one more into the group of its key. */
export function addTo<Key, One>(groups: Map<Key, One[]>, key: Key, one: One): void {
  const group = groups.get(key)
  if (group) group.push(one)
  else groups.set(key, [one])
}

/** Groups things by a key, in the order they came in. Node before 21 has no `Map.groupBy`. */
export function groupBy<One, Key>(all: Iterable<One>, keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>()
  for (const one of all) addTo(groups, keyOf(one), one)
  return groups
}
