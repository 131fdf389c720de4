import { foldText, wordsOf } from './text.ts'

/** How many names are offered at most. */
const OFFERED = 3

/** A longer name is near no other, and among more names none is looked for: it would hold others up. */
const LENGTH_MAX = 120
const KNOWN_MAX = 5_000

/** A name as it is compared. */
interface Comparable {
  nome: string
  letters: string
  words: string[]
}

/**
 * Names like one that nobody has: written together, with words more or less, or with a letter in five wrong.
 * @param pause awaited between two names
 * @returns what finds them, the nearest first
 */
export async function createNearNames(
  names: string[],
  pause: () => Promise<void> | undefined,
): Promise<(nome: string) => string[]> {
  const known: Comparable[] = []
  for (const nome of names.length > KNOWN_MAX ? [] : names) {
    await pause()
    known.push(comparable(nome))
  }
  return (nome) => {
    if (nome.length > LENGTH_MAX) return []
    const asked = comparable(nome)
    const found = known.flatMap((one) => {
      const distance = distanceOf(asked, one)
      return distance === null ? [] : [{ nome: one.nome, distance }]
    })
    return found
      .sort((a, b) => a.distance - b.distance)
      .slice(0, OFFERED)
      .map((one) => one.nome)
  }
}

const comparable = (nome: string): Comparable => ({
  nome,
  letters: foldText(nome).replaceAll(' ', ''),
  words: wordsOf(nome),
})

function distanceOf(a: Comparable, b: Comparable): number | null {
  if (a.letters === b.letters) return 0
  const most = Math.max(1, Math.floor(Math.max(a.letters.length, b.letters.length) / 5))
  const isShort = Math.min(a.letters.length, b.letters.length) < 3
  const distance =
    isShort || Math.abs(a.letters.length - b.letters.length) > most
      ? Infinity
      : editsBetween(a.letters, b.letters)
  if (distance <= most) return distance
  return isWithin(a.words, b.words) || isWithin(b.words, a.words) ? LENGTH_MAX : null
}

/** Whether all of some words stand among others, one of them long enough to mean something. */
const isWithin = (some: string[], others: string[]): boolean =>
  some.some((word) => word.length > 3) && some.every((word) => others.includes(word))

/** Letters to add, drop, replace or swap with the next. */
function editsBetween(a: string, b: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const replaced = (last?.[j - 1] ?? 0) + (isSame ? 0 : 1)
      const swapped = isSwapped ? (before?.[j - 2] ?? 0) + 1 : Infinity
      row.push(Math.min(replaced, swapped, (last?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = last
    last = row
  }
  return last?.[b.length] ?? Infinity
}
