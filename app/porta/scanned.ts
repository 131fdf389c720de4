import { ANOTADO_MAX } from '../../server/domain/porta-sync.ts'
import { parseCode } from '../../server/domain/signed-text.ts'

/** The characters of a token; its last 22 are the signature. */
const TOKEN = /^[A-Za-z0-9_~.-]{23,}$/

/**
 * The token in what a camera read. The address does not matter: only its hash proves a code.
 * @returns null for another page's address, a wine label, someone else's ticket
 */
export function tokenIn(text: string): string | null {
  const [, token = ''] = /^https?:\/\/[^/?#]+\/c\/([^/?#]+)\/?(?:[?#].*)?$/i.exec(text.trim()) ?? []
  return TOKEN.test(token) ? token : null
}

/**
 * The code in what a camera read from a badge. The badge's QR holds only the code, so a picture of it reveals
 * no link. Only the printed form counts: a number of eight digits may mean anything.
 */
export function codeIn(text: string): string | null {
  const code = text.trim()
  return parseCode(code) === code ? code : null
}

/** Whether what a camera read looks like a guest's code. */
export const isConvidados = (text: string) => tokenIn(text) !== null || codeIn(text) !== null

/** What kind of code it is if it is not a guest's. */
export type Foreign = 'pix' | 'wifi' | 'site' | 'outro'

/** What a code that a camera read says, or what was noted of it; null for one that looks like a guest's. */
export function foreignIn(text: string): Foreign | null {
  if (/^000201.*br\.gov\.bcb\.pix/i.test(text)) return 'pix'
  if (/^wifi:/i.test(text)) return 'wifi'
  if (isConvidados(text) || TOKEN.test(text)) return null
  return /^(?:https?:\/\/|www\.)/i.test(text) ? 'site' : 'outro'
}

/** The text stored for an unknown code: one line, no half surrogate pair, and never too long to store. */
export function notedText(text: string): string {
  const line = text
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return Array.from(line).slice(0, ANOTADO_MAX).join('').trim() || '?'
}
