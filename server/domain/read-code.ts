// Imports nothing: the door's phone reads codes by the same rule.

/** Digits and letters that are neither mistaken for one another when read nor spell a word. */
export const CODE_ALPHABET = '23456789CDFGHJKMNPQRTVWXY'
export const CODE_LENGTH = 8

/**
 * Reads a code as people type it: any case, with or without its dash, blanks between.
 * @returns `K7F3-92QD`, or null for what cannot be a code
 */
export function parseCode(raw: string): string | null {
  const code = raw.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  const isCode = code.length === CODE_LENGTH && Array.from(code).every((sign) => CODE_ALPHABET.includes(sign))
  return isCode ? dashed(code) : null
}

/** A code as it is written. */
export const dashed = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`
