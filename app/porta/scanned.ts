import { ANOTADO_MAX } from '../../server/domain/porta-sync.ts'
import { parseCode } from '../../server/domain/signed-text.ts'

/** The signs a token is made of; its last 22 are the signature. */
const TOKEN = /^[A-Za-z0-9_~.-]{23,}$/

/**
 * The token in what a camera read. The address does not matter: a code is believed by its hash alone.
 * @returns null for another page's address, a wine label, a ticket of somebody else's
 */
export function tokenIn(text: string): string | null {
  const [, token = ''] = /^https?:\/\/[^/?#]+\/c\/([^/?#]+)\/?(?:[?#].*)?$/i.exec(text.trim()) ?? []
  return TOKEN.test(token) ? token : null
}

/**
 * The code in what a camera read of a badge, which has no more than that: who takes a picture of it has no link. Only as it
 * is printed: a number of eight digits may be anything's.
 */
export function codeIn(text: string): string | null {
  const code = text.trim()
  return parseCode(code) === code ? code : null
}

/** Whether what a camera read looks like a guest's. */
export const isConvidados = (text: string) => tokenIn(text) !== null || codeIn(text) !== null

/** What a code is that is no guest's. */
export type Foreign = 'pix' | 'wifi' | 'site' | 'outro'

/** What a code says that a camera read, or what was noted of it; null for one that looks like a guest's. */
export function foreignIn(text: string): Foreign | null {
  if (/^000201.*br\.gov\.bcb\.pix/i.test(text)) return 'pix'
  if (/^wifi:/i.test(text)) return 'wifi'
  if (isConvidados(text) || TOKEN.test(text)) return null
  return /^(?:https?:\/\/|www\.)/i.test(text) ? 'site' : 'outro'
}

/** The text that is noted of an unknown code: one line, no half of a surrogate pair, never too long to be stored. */
export function notedText(text: string): string {
  const line = text
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return Array.from(line).slice(0, ANOTADO_MAX).join('').trim() || '?'
}
