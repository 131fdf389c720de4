import { own } from './own.ts'

/** A name or a telephone number in the upper case it is stored in (specification, section 5). */
export const upperCase = (text: string) => text.toLocaleUpperCase('pt-BR')

/** Zero-width and bidirectional marks: invisible, and able to make two equal names look like one or hide a third. */
const INVISIBLE =
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]/gu
const CONTROL = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F]/g

/**
 * Typed text made canonical: NFC, no control, bidirectional or zero-width characters, single spaces, trimmed.
 * @returns null when the text holds half a surrogate pair and so is not valid Unicode
 */
export function cleanText(raw: string): string | null {
  if (!isWellFormed(raw)) return null
  return raw.replace(CONTROL, '').replace(INVISIBLE, '').normalize('NFC').replace(/\s+/g, ' ').trim()
}

/**
 * Text without control characters, fit for one line of a terminal. For everything others wrote: cells of a spreadsheet,
 * arguments, names of files, stored values.
 */
export function printable(text: string): string {
  return cleanText(text.replace(/\p{Surrogate}/gu, '�')) ?? ''
}

/**
 * Text folded for comparison: no accents or apostrophes, upper case, only letters, digits and single spaces. It never
 * changes: natural keys and the codes of certificates, which are on paper, are made of what it gives.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Letters that paper has plain where no font of ours has them: they lose more than an accent. */
export const PLAIN: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ẞ: 'SS',
}
/** What people type for an apostrophe. No stored name has one of these, so that no natural key changes. */
const TYPED_APOSTROPHES = /[´`‘′]/g

/** A name as typed, with the apostrophes that are meant: `D´ÁVILA` is `D'ÁVILA`. */
export const withApostrophes = (nome: string) => nome.replace(TYPED_APOSTROPHES, "'")

/** A name folded as who reads it on paper types it: `DʼÁVILA` and `D'AVILA` are one, and so are `ŁUCJA` and `LUCJA`. */
export function foldPaper(nome: string): string {
  return foldText(
    withApostrophes(nome)
      .replace(/ʼ/g, '')
      .replace(/[ŁłĐđĦħẞ]/g, (letter) => own(PLAIN, letter) ?? letter),
  )
}

/** Left out of a name when two are compared or one is looked for; never from the natural key. */
const PARTICLES = new Set(['DE', 'DA', 'DO', 'DAS', 'DOS', 'E'])

/** The folded words of a name without particles, in their order. */
export function wordsOf(nome: string): string[] {
  return foldText(withApostrophes(nome))
    .split(' ')
    .filter((word) => word !== '' && !PARTICLES.has(word))
}

/** Text without the signs of a kind at its end. An expression for the run would be tried at each of its signs. */
export function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** What a sentence or a chat leaves at the end of an address that ends in a letter or a digit: `.`, `)`, `*`, a blank. */
const OF_AN_END = /[^A-Za-z0-9]/

export const withoutAddressEnd = (address: string) => withoutEnd(address, OF_AN_END)

/** Half a surrogate pair matches `\p{Surrogate}` under the `u` flag; a whole pair does not. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/** Orders texts as storage does, whatever the language. */
export const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Tells whether a text has a sign beyond those of western Europe, which every font here has; a folded one, too. */
export const isRare = (text: string) => /[^\x20-\x7e\xa0-\xff’]/.test(text)
