import { editsBetween, mistakesIn } from './near-words.ts'
import { foldText, wordsOf } from './text.ts'

/** How many names are offered at most. */
const OFFERED = 3

/** A longer name is near no other, and among more names none is looked for: it would hold others up. */
const LENGTH_MAX = 120
const KNOWN_MAX = 5_000

/** How many names are compared with all that are known: each takes a millisecond. */
const ASKED_MAX = 200

/** A name as it is compared. */
interface Comparable {
  nome: string
  letters: string
  words: string[]
}

/**
 * Names like one that nobody has: written together, with a letter in five wrong, or with words more or less.
 * @param pause awaited between two names
 * @param isStrict where a name is refused for it: near are names with a letter in five wrong alone, the same figures in them
 * @returns what finds them, the nearest first; none once too many were asked for
 */
export async function createNearNames(
  names: string[],
  pause: () => Promise<void> | undefined,
  isStrict = false,
): Promise<(nome: string) => string[]> {
  const known: Comparable[] = []
  for (const nome of names.length > KNOWN_MAX ? [] : names) {
    await pause()
    known.push(comparable(nome))
  }
  let count = 0
  return (nome) => {
    if (++count > ASKED_MAX || nome.length > LENGTH_MAX) return []
    const asked = comparable(nome)
    const found = known.flatMap((one) => {
      const distance = distanceOf(asked, one, isStrict)
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

function distanceOf(a: Comparable, b: Comparable, isStrict: boolean): number | null {
  if (a.letters === b.letters) return 0
  const mistakes = mistakesIn(Math.max(a.letters.length, b.letters.length))
  if (isStrict && figuresIn(a) !== figuresIn(b)) return null
  const isShort = Math.min(a.letters.length, b.letters.length) < 3
  const most = isStrict ? mistakes : Math.max(1, mistakes)
  const distance = isShort ? Infinity : editsBetween(a.letters, b.letters, most)
  if (distance !== Infinity) return distance
  return !isStrict && (isWithin(a.words, b.words) || isWithin(b.words, a.words)) ? LENGTH_MAX : null
}

/** `12` of `Mesa 12`, which is not the eleventh. */
const figuresIn = ({ letters }: Comparable) => letters.replace(/\D/g, '')

/** Whether all of some words stand among others, one of them long enough to mean something. */
const isWithin = (some: string[], others: string[]): boolean =>
  some.some((word) => word.length > 3) && some.every((word) => others.includes(word))
