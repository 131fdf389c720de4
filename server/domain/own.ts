/**
 * What a table says of a word that came from outside: a request, a sheet, a stored line.
 * @returns undefined where the table does not say it itself; every object inherits `constructor` and `toString`
 */
export function own<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}
