import { editsBetween, mistakesIn } from './near-words.ts'
import { foldText, wordsOf } from './text.ts'

const OFFERED = 3

/** Longer names are near no other, and with more names no search is made: it would hold others up. */
const LENGTH_MAX = 120
const KNOWN_MAX = 5_000

/** The most comparisons made; after them no name is near another. Whole names take longer than words. */
const COMPARED_MAX = { loose: 200_000, strict: 2_000_000 }

interface Comparable {
  nome: string
  letters: string
  words: string[]
}

/**
 * Finds names like one that nobody has: with different spacing, with one letter in five wrong, or with words
 * added or missing.
 * @param pause awaited between two names
 * @param isStrict for when a row is refused because of a near name: then a name is near only with different
 * spacing, or with as many words, each the same or with one of its letters in five wrong. `Santa Clara` is
 * not near `Santa Maria`, nor table 12 near table 11
 * @returns a function that finds them, the nearest first
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
  let left = isStrict ? COMPARED_MAX.strict : COMPARED_MAX.loose
  return (nome) => {
    left -= known.length
    if (left < 0 || nome.length > LENGTH_MAX) return []
    const asked = comparable(nome)
    const found = known.flatMap((one) => {
      const distance = isStrict ? strictDistanceOf(asked, one) : distanceOf(asked, one)
      return distance === null ? [] : [{ nome: one.nome, distance }]
    })
    return found
      .sort((a, b) => a.distance - b.distance)
      .slice(0, OFFERED)
      .map((one) => one.nome)
  }
}

/** What people shorten, and the forms of a company that they leave out. */
const SHORT = new Map(
  `FAZ FAZENDA; COOP COOPERATIVA; SIT SITIO; STA SANTA; STO SANTO; IND INDUSTRIA; COM COMERCIO; CIA COMPANHIA;
  ASSOC ASSOCIACAO; SIND SINDICATO; PREF PREFEITURA; AGROP AGROPECUARIA; LAT LATICINIOS; TRANSP TRANSPORTES`
    .split(/;\s*/)
    .map((pair): [string, string] => {
      const [short = '', long = ''] = pair.trim().split(' ')
      return [short, long]
    }),
)
const FORMS = /(?: (?:LTDA|S A|SA|ME|EPP|EIRELI))+$/

function comparable(nome: string): Comparable {
  const whole = foldText(nome)
    .replace(FORMS, '')
    .split(' ')
    .map((word) => SHORT.get(word) ?? word)
  return { nome, letters: whole.join(''), words: wordsOf(whole.join(' ')) }
}

function distanceOf(a: Comparable, b: Comparable): number | null {
  if (a.letters === b.letters) return 0
  const most = Math.max(1, mistakesIn(Math.max(a.letters.length, b.letters.length)))
  const isShort = Math.min(a.letters.length, b.letters.length) < 3
  const distance = isShort ? Infinity : editsBetween(a.letters, b.letters, most)
  if (distance !== Infinity) return distance
  return isWithin(a.words, b.words) || isWithin(b.words, a.words) ? LENGTH_MAX : null
}

function strictDistanceOf(a: Comparable, b: Comparable): number | null {
  if (a.letters === b.letters) return 0
  if (a.words.length !== b.words.length) return null
  let distance = 0
  for (const [at, word] of a.words.entries()) {
    const other = b.words[at] ?? ''
    if (word === other) continue
    if (/\d/.test(word + other)) return null
    distance += editsBetween(word, other, mistakesIn(Math.max(word.length, other.length)))
    if (distance === Infinity) return null
  }
  return distance
}

/** Whether all the words of one name are in the other, at least one of them long enough to mean something. */
const isWithin = (some: string[], others: string[]): boolean =>
  some.some((word) => word.length > 3) && some.every((word) => others.includes(word))
