import { cleanText } from './text.ts'

/** How many signs the number of a table has at most. */
export const NUMERO_MAX = 8

export type Numero = { kind: 'ok'; numero: string } | { kind: 'invalid'; message: string }

/** What people write before a number, and we write ourselves wherever it is shown. */
const MESA = /^mesa(?:\s*[:.-]\s*|\s+)(?:n[º°.]+\s*)?(?=[\p{L}\p{N}])/iu

/**
 * Reads the number of a company's table: text of up to {@link NUMERO_MAX} signs, as `12` or `A3`; of `Mesa 12` the 12.
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

const natural = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' })

/** Orders tables by their numbers: 2 before 10, letters after figures, those without a number last. 0 for one and the same. */
export function compareNumero(a: string, b: string): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '')
  return natural.compare(a, b)
}

/** Tells whether two companies have one number. */
export const isSameNumero = (a: string, b: string) => a !== '' && compareNumero(a, b) === 0
