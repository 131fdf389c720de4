// Imports nothing: the door's phone reads codes by the same rule, and what a link says without being able to check it.

/** Characters of a signature: 16 bytes in base64url. */
const SIGNATURE_LENGTH = 22

/** Stands between a versao and the id; no id is written with one. */
export const VERSION_END = '.'

/** An id that is not plain is written in base64url behind a sign no plain one begins with. */
export const ENCODED = '~'

/** An id whose link somebody was given; the link counts while its versao is the stored one. */
export interface SignedId {
  id: string
  versao: number
}

/**
 * What a signed text says, with its signature unchecked: a caller who trusts it first compares the whole text with one
 * that was made.
 * @param text anything; what nobody ever signed says anything
 */
export function readSigned(text: string): SignedId {
  const unsigned = text.slice(0, -SIGNATURE_LENGTH)
  const end = unsigned.indexOf(VERSION_END)
  const said = unsigned.slice(0, Math.max(end, 0))
  // None of our links has a versao that is not a count.
  const versao = end === -1 ? 0 : /^[1-9]\d*$/.test(said) ? Number(said) : Infinity
  const id = unsigned.slice(end + 1)
  return { id: id.startsWith(ENCODED) ? decoded(id.slice(1)) : id, versao }
}

/** Signs that are not of base64url are left out, so that nothing throws. */
function decoded(base64url: string): string {
  const base64 = base64url
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .replace(/[^A-Za-z0-9+/]/g, '')
  // A single character left over holds no byte.
  const whole = base64.length % 4 === 1 ? base64.slice(0, -1) : base64
  const bytes = Uint8Array.from(atob(whole), (byte) => byte.charCodeAt(0))
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

/** Digits and letters that are neither mistaken for one another when read nor spell a word. */
export const CODE_ALPHABET = '23456789CDFGHJKMNPQRTVWXY'
export const CODE_LENGTH = 8

/** Reads a code as people type it, any case, dash or none, blanks between: `K7F3-92QD`; null for what cannot be one. */
export function parseCode(raw: string): string | null {
  const code = signsIn(raw, CODE_LENGTH)
  return code === null ? null : dashed(code)
}

/** The signs of a code as people type it, without what stands between them; null where they are not so many of ours. */
export function signsIn(raw: string, length: number): string | null {
  const code = raw.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  return code.length === length && Array.from(code).every((sign) => CODE_ALPHABET.includes(sign))
    ? code
    : null
}

export const dashed = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

/** Signs of a certificate's code, 46 bits: nobody guesses one against the limits (docs/seguranca.md). */
export const CERTIFICADO_LENGTH = 10

/** Reads a code as people type it, any case, dash or none, blanks between; null for what cannot be one. */
export function parseCertificadoCode(raw: string): string | null {
  const code = signsIn(raw, CERTIFICADO_LENGTH)
  return code === null ? null : certificadoDashed(code)
}

export const certificadoDashed = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

/** Signs of a personal invitation's code, five bits each. */
const CODIGO_LENGTH = 20
/** Base32 of RFC 4648, in small letters. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** The code of random bits. @param bytes at least twenty; five bits of each count */
export function codigoFrom(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, CODIGO_LENGTH), (byte) => BASE32.charAt(byte % 32)).join('')
}

/** Reads a code of an address, in any case; null for what cannot be one. */
export function parseCodigo(raw: string | undefined): string | null {
  const codigo = raw?.toLowerCase() ?? ''
  return codigo.length === CODIGO_LENGTH && Array.from(codigo).every((sign) => BASE32.includes(sign))
    ? codigo
    : null
}

/** Signs of a code that tell the invitations of one browser apart; those left are seventy bits. */
const REFERENCIA_LENGTH = 6

/** What stands for a code where a browser keeps it, in an address or the name of a draft: it opens nothing. */
export function referenciaOf(codigo: string): string {
  return codigo.slice(0, REFERENCIA_LENGTH)
}
