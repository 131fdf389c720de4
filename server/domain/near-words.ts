import { wordsOf } from './text.ts'

/** Shorter words are too many others' neighbours, and longer ones nobody's: they have to be part of a name as they are. */
const LETTERS_MIN = 3
const LETTERS_MAX = 30

/** From as many letters of its sound on, a word is near one that begins as it sounds. */
const BEGINNING_MIN = 4

/** Of a longer text nobody’s name is looked for: each word is compared with all there are. */
const WORDS_MAX = 6

/** Stands for Ç in a folded word: folding makes C of it, which before A, O and U sounds otherwise. */
const CEDILLA = 'Ȼ'

/** The folded words of a name without particles, Ç kept apart. */
export const heardWordsOf = (nome: string): string[] => wordsOf(nome.replace(/ç/giu, CEDILLA))

/** The same of a name whose folded words are known, with blanks between: folded again only where there is a Ç. */
export const heardWordsIn = (nome: string, folded: string): string[] =>
  /ç/iu.test(nome) ? heardWordsOf(nome) : folded.split(' ').filter((word) => word !== '')

export interface Word {
  /** Folded. */
  letters: string
  sound: string
}

const wordOf = (heard: string): Word => ({ letters: heard.replace(/Ȼ/g, 'C'), sound: soundOf(heard) })

/**
 * How a word of {@link heardWordsOf} sounds in Portuguese, whichever way it is written: S, Z and Ç, I and Y, PH and F
 * are the same, doubled letters one, and H is silent.
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

/** The words of many names, each once: fifty thousand guests have some thousands, and a search compares no more. */
export interface Vocabulary {
  words: readonly Word[]
  /** Where the words of a name are among them, added where they are new. @param heard as {@link heardWordsOf} tells */
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

/** Letters to add, drop, replace or swap with the next, until one text is the other; Infinity for more than `most`. */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity
  let [from, endA, endB] = [0, a.length, b.length]
  while (from < endA && a[from] === b[from]) from++
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1]
  // Their first letters differ, and their last: that one edit is all there is takes two letters of each at most.
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

interface Typed extends Word {
  /** False for a number, and a word too short or long: it has to be part of a name as it is. */
  isNear: boolean
}

function typedOf(heard: string): Typed {
  const { length } = heard
  return {
    ...wordOf(heard),
    isNear: length >= LETTERS_MIN && length <= LETTERS_MAX && /^\p{L}+$/u.test(heard),
  }
}

/** How far a word of a name is from a typed one: 0 where that is part of it, Infinity where it is not near, or a number. */
function distanceOf({ letters, sound, isNear }: Typed, word: Word): number {
  if (word.letters.includes(letters)) return 0
  if (!isNear || word.letters < 'A') return Infinity
  if (word.sound === sound) return 1
  if (sound.length >= BEGINNING_MIN && word.sound.startsWith(sound)) return 2
  return 2 + editsBetween(word.letters, letters, mistakesIn(letters.length))
}

export interface Near {
  /** Compares words of a vocabulary, all of them in their order, before any name. */
  compare: (words: readonly Word[]) => void
  /** How far a name is, by the places of its words: 0 where it has all that was typed, Infinity where it is not near. */
  distanceOf: (places: readonly number[]) => number
}

/**
 * Finds names near a typed text: each of its words is part of a word of the name, or sounds like one, or has a letter in
 * five wrong.
 * @returns null where nothing is near the text, whatever the names
 */
export function createNear(typed: string): Near | null {
  const asked = heardWordsOf(typed).map(typedOf)
  if (asked.length > WORDS_MAX || !asked.some(({ isNear }) => isNear)) return null
  /** For each word that was typed, by place. */
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

/** How far a piece of a name is from a typed word; Infinity for one that is not near it, as a blank or a particle. */
const distanceFrom = (typed: Typed, piece: string) =>
  Math.min(...heardWordsOf(piece).map((heard) => distanceOf(typed, wordOf(heard))))

/** A piece of a name, marked where it is what was typed, or near it. */
export interface Piece {
  text: string
  isMarked: boolean
}

/** A name in pieces, its words marked that are what was typed, or near it. */
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

/** What was typed, each word as a near name spells it, and whether that is another spelling. */
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
