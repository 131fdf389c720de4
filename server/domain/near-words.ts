import { wordsOf } from './text.ts'

/** Shorter words are near too many, and longer ones near none: they must match part of a name exactly. */
const LETTERS_MIN = 3
const LETTERS_MAX = 30

/** A word with at least this many letters of sound is near one whose beginning sounds the same. */
const BEGINNING_MIN = 4

/** In a longer text no near names are looked for: each word is compared with every word there is. */
const WORDS_MAX = 6

/** Replaces Ç in a folded word. Folding would turn it into C, which sounds different before A, O and U. */
const CEDILLA = 'Ȼ'

/** The folded words of a name without particles, with Ç kept apart. */
export const heardWordsOf = (nome: string): string[] => wordsOf(nome.replace(/ç/giu, CEDILLA))

/** The same for a name whose folded words, with blanks between, are known: refolded only if it has a Ç. */
export const heardWordsIn = (nome: string, folded: string): string[] =>
  /ç/iu.test(nome) ? heardWordsOf(nome) : folded.split(' ').filter((word) => word !== '')

export interface Word {
  /** Folded. */
  letters: string
  sound: string
}

const wordOf = (heard: string): Word => ({ letters: heard.replace(/Ȼ/g, 'C'), sound: soundOf(heard) })

/**
 * How a word of {@link heardWordsOf} sounds in Portuguese, however it is spelled: S, Z and Ç are the same, so
 * are I and Y, and PH and F; doubled letters count once, and H is silent.
 */
export function soundOf(heard: string): string {
  return heard
    .replace(/PH/g, 'F')
    .replace(/CH(?=[AEIOUY])/g, 'X')
    .replace(/H/g, '')
    .replace(/Y/g, 'I')
    .replace(/C(?=[EI])|Z|Ȼ/g, 'S')
    .replace(/(.)\1+/gu, '$1')
}

/** The distinct words of many names, which a search compares: fifty thousand guests have a few thousand. */
export interface Vocabulary {
  words: readonly Word[]
  /**
   * Where a name's words are in the vocabulary, adding new ones.
   * @param heard words of {@link heardWordsOf}
   */
  placesOf: (heard: readonly string[]) => readonly number[]
}

export function createVocabulary(): Vocabulary {
  const words: Word[] = []
  const places = new Map<string, number>()
  const placeOf = (heard: string) => {
    const known = places.get(heard)
    if (known !== undefined) return known
    places.set(heard, words.length)
    return words.push(wordOf(heard)) - 1
  }
  return { words, placesOf: (heard) => heard.map(placeOf) }
}

/** How many letters of a word may be wrong: one in five. */
export const mistakesIn = (letters: number) => Math.floor(letters / 5)

/** Edits (add, drop, replace, swap with the next) that turn one text into the other; Infinity over `most`. */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity
  let [from, endA, endB] = [0, a.length, b.length]
  while (from < endA && a[from] === b[from]) from++
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1]
  // Their first and last letters differ here, so a single edit can explain at most two letters of each.
  if (most < 2 && Math.max(endA, endB) - from > 2 * most) return Infinity
  const edits = distanceIn(a.slice(from, endA), b.slice(from, endB))
  return edits > most ? Infinity : edits
}

function distanceIn(a: string, b: string): number {
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

/** What people are called by, and the names in their documents, folded. */
const APELIDOS = new Map(
  `BENE BENEDITO; BETE ELISABETE ELISABETH; BETO ALBERTO GILBERTO HUMBERTO ROBERTO; CACAU CLAUDIA CARLOS;
  CHICA FRANCISCA; CHICO FRANCISCO; CIDA APARECIDA; DITO BENEDITO; DUDA EDUARDA EDUARDO; DUDU EDUARDO; GUTO
  AUGUSTO GUSTAVO; JOCA JOAO; LENA HELENA MADALENA; LIA MARIA; LURDINHA LOURDES; MALU LUIZA LUISA LUCIA;
  MANE MANOEL MANUEL; MANECO MANOEL MANUEL; NANDA FERNANDA; NANDO FERNANDO; NECA MANOELA; NECO MANOEL
  MANUEL; QUIM JOAQUIM; QUINCAS JOAQUIM; TECA TERESA TEREZA; TIAO SEBASTIAO; TONHO ANTONIO; TONICO ANTONIO;
  TONINHO ANTONIO; XANDE ALEXANDRE; ZE JOSE; ZECA JOSE; ZEFA JOSEFA; ZEZE JOSE; ZEZINHO JOSE`
    .split(/;\s+/)
    .map((told): [string, string[]] => {
      const [apelido = '', ...nomes] = told.split(/\s+/)
      return [apelido, nomes]
    }),
)

interface Typed extends Word {
  /** False for a number, and for a word too short or too long: it must match part of a name exactly. */
  isNear: boolean
  /** The names it is short for. */
  nomes: readonly string[]
}

function typedOf(heard: string): Typed {
  const { length } = heard
  const word = wordOf(heard)
  return {
    ...word,
    nomes: APELIDOS.get(word.letters) ?? [],
    isNear: length >= LETTERS_MIN && length <= LETTERS_MAX && /^\p{L}+$/u.test(heard),
  }
}

/** How far a name's word is from a typed one: 0 if it contains it, Infinity if not near, else a number. */
function distanceOf({ letters, sound, isNear, nomes }: Typed, word: Word): number {
  if (word.letters.includes(letters)) return 0
  if (isNear && word.letters >= 'A' && word.sound === sound) return 1
  if (nomes.includes(word.letters)) return 2
  if (!isNear || word.letters < 'A') return Infinity
  if (sound.length >= BEGINNING_MIN && word.sound.startsWith(sound)) return 2
  return 2 + editsBetween(word.letters, letters, mistakesIn(letters.length))
}

export interface Near {
  /** Compares words of a vocabulary, all of them in order, before any name. */
  compare: (words: readonly Word[]) => void
  /** How far a name is, by the places of its words: 0 if it has all that was typed, Infinity if not near. */
  distanceOf: (places: readonly number[]) => number
}

/**
 * Finds names near a typed text: each word of the text is part of a word of the name, or sounds like one, or
 * differs in one letter in five, or is short for it.
 * @returns null when nothing can be near the text
 */
export function createNear(typed: string): Near | null {
  const asked = heardWordsOf(typed).map(typedOf)
  if (asked.length > WORDS_MAX || !asked.some(({ isNear, nomes }) => isNear || nomes.length > 0)) return null
  /** For each typed word, the distances by place in the vocabulary. */
  const distances = asked.map((one) => ({ one, by: [] as number[] }))
  return {
    compare(words) {
      for (const word of words) for (const { one, by } of distances) by.push(distanceOf(one, word))
    },
    distanceOf(places) {
      let distance = 0
      for (const { by } of distances) {
        let nearest = Infinity
        for (const place of places) nearest = Math.min(nearest, by[place] ?? Infinity)
        distance += nearest
      }
      return distance
    },
  }
}

/** How far a piece of a name is from a typed word; Infinity if not near, as for a blank or a particle. */
const distanceFrom = (typed: Typed, piece: string) =>
  Math.min(...heardWordsOf(piece).map((heard) => distanceOf(typed, wordOf(heard))))

/** A piece of a name, marked when it matches the typed text or is near it. */
export interface Piece {
  text: string
  isMarked: boolean
}

/** A name in pieces, with every word marked that matches the typed text or is near it. */
export function markNear(nome: string, typed: string): Piece[] {
  const asked = heardWordsOf(typed).map(typedOf)
  const pieces: Piece[] = []
  for (const text of nome.split(/(\s+)/u)) {
    const isMarked = asked.some((one) => distanceFrom(one, text) < Infinity)
    const last = pieces.at(-1)
    if (last?.isMarked === isMarked) last.text += text
    else pieces.push({ text, isMarked })
  }
  return pieces
}

/** The typed text with each word spelled as in a near name, and whether that spelling differs. */
export function spellAs(nome: string, typed: string): { text: string; isOther: boolean }[] {
  return typed.split(/\s+/u).map((text) => {
    const [heard = '', ...more] = heardWordsOf(text)
    const asked = typedOf(heard)
    const [nearest] = nome
      .split(/\s+/u)
      .map((word) => ({ word, distance: distanceFrom(asked, word) }))
      .sort((a, b) => a.distance - b.distance)
    const isSame = !nearest || nearest.distance === 0 || nearest.distance === Infinity
    if (isSame || more.length > 0) return { text, isOther: false }
    return { text: nearest.word.toLocaleLowerCase('pt-BR'), isOther: true }
  })
}
