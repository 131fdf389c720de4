import { foldText, wordsOf } from '../../server/domain/text.ts'
import type { GuestList, ListRow } from './list.ts'

/** The fewest letters that are searched for: a list is not to be leafed through. */
export const LETTERS_MIN = 3
/** The most guests shown. */
export const RESULTS_MAX = 8

/**
 * Guests by words of the name, the table's name or the last four digits, all of them required, in any order; accents
 * and case do not count. A word may be any part of one; names with words that begin so come first.
 */
export function searchList({ guests }: GuestList, typed: string): ListRow[] {
  if (foldText(typed).replace(/ /g, '').length < LETTERS_MIN) return []
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const starts = words.map((word) => ` ${word}`)
  // One list for each rank, filled in one pass: by the beginnings of the name's words, by the name, by anything.
  const ranks: ListRow[][] = [[], [], []]
  for (const row of guests) {
    if (row.isRemovido) continue
    const { nome, mesa } = row.searched
    const rank = starts.every((start) => nome.includes(start))
      ? 0
      : words.every((word) => nome.includes(word))
        ? 1
        : words.every((word) => nome.includes(word) || mesa.includes(word) || word === row.finais)
          ? 2
          : null
    if (rank !== null) ranks[rank]?.push(row)
  }
  return ranks.flatMap((rank) => firstByName(rank, RESULTS_MAX)).slice(0, RESULTS_MAX)
}

/** The first few by name, without sorting them all. */
function firstByName(guests: ListRow[], most: number): ListRow[] {
  const first: ListRow[] = []
  for (const row of guests) {
    const last = first[most - 1]
    if (last && row.searched.nome >= last.searched.nome) continue
    const at = first.findIndex((other) => row.searched.nome < other.searched.nome)
    if (at !== -1) first.splice(at, 0, row)
    else first.push(row)
    if (first.length > most) first.pop()
  }
  return first
}
