/**
 * Maps whose changes can be taken back: a mark, then whatever is tried, then back to the mark. All their contents
 * together have a fingerprint, which is the same however they came about.
 */
export function createJournal() {
  const undos: (() => void)[] = []
  let maps = 0
  let [high, low] = [0, 0]
  /** Adds an entry to the fingerprint, or takes it out again. */
  const toggle = (entry: string) => {
    high ^= hashOf(entry, 0x9e3779b1)
    low ^= hashOf(entry, 0x85ebca6b)
  }
  return {
    map<Key extends string | number, Value>() {
      const values = new Map<Key, Value>()
      const number = (maps += 1)
      const entryOf = (key: Key, value: Value) => `${number} ${key} ${JSON.stringify(value)}`
      const write = (key: Key, value: Value | undefined) => {
        const was = values.get(key)
        if (was !== undefined) toggle(entryOf(key, was))
        if (value !== undefined) toggle(entryOf(key, value))
        if (value === undefined) values.delete(key)
        else values.set(key, value)
        return was
      }
      const put = (key: Key, value: Value | undefined) => {
        const was = write(key, value)
        undos.push(() => write(key, was))
      }
      return {
        get: (key: Key) => values.get(key),
        set: (key: Key, value: Value) => put(key, value),
        delete: (key: Key) => put(key, undefined),
        entries: () => values.entries(),
      }
    },
    mark: () => undos.length,
    rollBack: (mark: number): void => {
      while (undos.length > mark) undos.pop()?.()
    },
    fingerprint: () => `${high} ${low}`,
  }
}

/** 32 bits of a text: FNV-1a, mixed at the end, since entries differ in their last letters. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return hash ^ (hash >>> 13)
}
