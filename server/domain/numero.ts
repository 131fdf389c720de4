import { cleanText, compareText } from './text.ts'

/** How many signs the number of a table has at most. */
export const NUMERO_MAX = 8

export type Numero = { kind: 'ok'; numero: string } | { kind: 'invalid'; message: string }

/** What people write before a number, and we write ourselves wherever it is shown. */
const MESA = /^(?:mesa(?!\p{L}))?[\s:.-]*(?:n[º°.]+\s*)?(?=[\p{L}\p{N}]|$)/iu

/**
 * Reads the number of a company's table: text of up to {@link NUMERO_MAX} signs, as `12` or `A3`; of `Mesa 12`, `MESA12` and
 * `Nº 12` the 12, and of `Mesa` alone none.
 * @returns the number, empty text for none, or a sentence that says what to type
 */
export function parseNumero(raw: string): Numero {
  const clean = cleanText(raw)
  if (clean === null) return { kind: 'invalid', message: 'Digite de novo: há um sinal que não se lê.' }
  const numero = clean.replace(MESA, '')
  if (Array.from(numero).length <= NUMERO_MAX) return { kind: 'ok', numero }
  return {
    kind: 'invalid',
    message: `O número da mesa tem até ${NUMERO_MAX} letras ou algarismos, como 12 ou A3.`,
  }
}

/**
 * What tables are ordered by: as texts compare, 2 stands before 10, letters after figures, and those without a number last.
 * Two numbers are one where it is equal: case, accents and zeros in front do not count.
 */
export function ordemOf(numero: string): string {
  if (numero === '') return '\uffff'
  const folded = numero.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  return folded.replace(/\d+/g, (digits) => digits.replace(/^0+/, '').padStart(2 * NUMERO_MAX, '0'))
}

/** Orders tables by their numbers; 0 for one and the same. */
export function compareNumero(a: string, b: string): number {
  return compareText(ordemOf(a), ordemOf(b))
}

/** Tells whether two companies have one number. */
export const isSameNumero = (a: string, b: string) => a !== '' && compareNumero(a, b) === 0
