import { own } from './own.ts'

/** A name or a telephone number in the upper case it is stored in (specification, section 5). */
export const upperCase = (text: string) => text.toLocaleUpperCase('pt-BR')

/** Zero-width and bidirectional marks: invisible, they can make two names look equal or hide a third. */
const INVISIBLE =
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]/gu
const CONTROL = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F]/g

/**
 * Typed text in canonical form: NFC, no control, bidirectional or zero-width characters, single spaces,
 * trimmed.
 * @returns null when the text contains half a surrogate pair and so is not valid Unicode
 */
export function cleanText(raw: string): string | null {
  if (!isWellFormed(raw)) return null
  return raw.replace(CONTROL, '').replace(INVISIBLE, '').normalize('NFC').replace(/\s+/g, ' ').trim()
}

/**
 * Text without control characters, fit for one line of a terminal. For everything written by others: cells of
 * a spreadsheet, arguments, names of files, stored values.
 */
export function printable(text: string): string {
  return cleanText(text.replace(/\p{Surrogate}/gu, '�')) ?? ''
}

/**
 * Text folded for comparison: no accents or apostrophes, upper case, only letters, digits and single spaces.
 * This function must never change, because natural keys and certificates' codes, which are on paper, are made
 * from its result.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Letters that are printed plain when no font of ours has them: they lose more than an accent. */
export const PLAIN: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ẞ: 'SS',
}
/** What people type for an apostrophe. No stored name contains one of these, so no natural key changes. */
const TYPED_APOSTROPHES = /[´`‘′]/g

/** A typed name with the intended apostrophes: `D´ÁVILA` is `D'ÁVILA`. */
export const withApostrophes = (nome: string) => nome.replace(TYPED_APOSTROPHES, "'")

/** A name folded as it is typed from paper: `DʼÁVILA` equals `D'AVILA`, and `ŁUCJA` equals `LUCJA`. */
export function foldPaper(nome: string): string {
  return foldText(
    withApostrophes(nome)
      .replace(/ʼ/g, '')
      .replace(/[ŁłĐđĦħẞ]/g, (letter) => own(PLAIN, letter) ?? letter),
  )
}

/** Left out when names are compared or searched, but never from the natural key. */
const PARTICLES = new Set(['DE', 'DA', 'DO', 'DAS', 'DOS', 'E'])

/** The folded words of a name without particles, in order. */
export function wordsOf(nome: string): string[] {
  return foldText(withApostrophes(nome))
    .split(' ')
    .filter((word) => word !== '' && !PARTICLES.has(word))
}

/**
 * Text without trailing characters of a kind. A regular expression for the run would be tried at each of its
 * characters.
 */
export function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** What a sentence or chat leaves after an address that ends in a letter or digit: `.`, `)`, `*`, a blank. */
const OF_AN_END = /[^A-Za-z0-9]/

export const withoutAddressEnd = (address: string) => withoutEnd(address, OF_AN_END)

/** Half a surrogate pair matches `\p{Surrogate}` under the `u` flag; a whole pair does not. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/** Orders texts as storage does, independent of language. */
export const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Tells whether a text, folded or not, has a character beyond western European ones, which our fonts all
 * have.
 */
export const isRare = (text: string) => /[^\x20-\x7e\xa0-\xff’]/.test(text)

/** What people write before a name. */
const TITLES = /^(?:dr|dra|sr|sra|srta|prof|profa|eng|enga|dona|seu|senhor|senhora|doutor|doutora)\.?$/i

/** `Dalva` from `DALVA REGINA`, `Rui` from `Dr. Rui Lacerda`: the first name, written as in Portuguese. */
export function firstNameOf(nome: string): string {
  const words = nome.split(/\s+/).filter((word) => word !== '')
  const first = words.find((word) => !TITLES.test(word)) ?? words[0] ?? ''
  return asWritten(first)
}

/** Small words of a name. */
const SMALL = new Set(['de', 'da', 'do', 'das', 'dos', 'e'])

/**
 * A name in capitals as Portuguese writes it, `Ana Lúcia de Fátima`, `João Paulo II`; one that was typed
 * otherwise, unchanged.
 */
export function asWritten(nome: string): string {
  const isTyped = nome !== nome.toLocaleUpperCase('pt-BR') && nome !== nome.toLocaleLowerCase('pt-BR')
  if (isTyped) return nome
  return nome.toLocaleLowerCase('pt-BR').replace(/[^\s]+/gu, (word, at: number) => {
    if (at > 0 && SMALL.has(word)) return word
    if (at > 0 && /^(?:i{2,3}|iv|vi{1,3})$/.test(word)) return word.toUpperCase()
    return word.replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => {
      return before + letter.toLocaleUpperCase('pt-BR')
    })
  })
}
