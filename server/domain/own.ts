/**
 * Looks up a word from outside, such as a request, a sheet or a stored line, in a table.
 * @returns undefined unless the table itself has it; every object inherits `constructor` and `toString`
 */
export function own<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}
