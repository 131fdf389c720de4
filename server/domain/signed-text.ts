// Imports nothing: the door's phone uses the same rule to read codes, and to read a link it cannot verify.

/** Characters of a signature: 16 bytes in base64url. */
const SIGNATURE_LENGTH = 22

/** Separates a versao from the id; no id contains it. */
export const VERSION_END = '.'

/** An id with other characters is written in base64url after this sign, which no plain id begins with. */
export const ENCODED = '~'

/** An id whose link somebody was given; the link counts while its versao is the stored one. */
export interface SignedId {
  id: string
  versao: number
}

/**
 * Reads a signed text without checking its signature: before trusting it, a caller compares the whole text
 * with one made with the secret.
 * @param text anything; an unsigned text may say anything
 */
export function readSigned(text: string): SignedId {
  const unsigned = text.slice(0, -SIGNATURE_LENGTH)
  const end = unsigned.indexOf(VERSION_END)
  const said = unsigned.slice(0, Math.max(end, 0))
  // The versao of our own links is always a count.
  const versao = end === -1 ? 0 : /^[1-9]\d*$/.test(said) ? Number(said) : Infinity
  const id = unsigned.slice(end + 1)
  return { id: id.startsWith(ENCODED) ? decoded(id.slice(1)) : id, versao }
}

/** Characters outside base64url are left out, so that nothing throws. */
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

/** Reads a typed code, in any case, with or without dash or blanks: `K7F3-92QD`; null if it cannot be one. */
export function parseCode(raw: string): string | null {
  const code = signsIn(raw, CODE_LENGTH)
  return code === null ? null : dashed(code)
}

/** The characters of a typed code without separators; null unless there are `length`, all in our alphabet. */
export function signsIn(raw: string, length: number): string | null {
  const code = raw.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  return code.length === length && Array.from(code).every((sign) => CODE_ALPHABET.includes(sign))
    ? code
    : null
}

export const dashed = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

/** Characters of a certificate's code, 46 bits: nobody guesses one against the limits (docs/seguranca.md). */
export const CERTIFICADO_LENGTH = 10

/** Reads a code as people type it, in any case, with or without dash or blanks; null if it cannot be one. */
export function parseCertificadoCode(raw: string): string | null {
  const code = signsIn(raw, CERTIFICADO_LENGTH)
  return code === null ? null : certificadoDashed(code)
}

export const certificadoDashed = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

/** Characters of a personal invitation's code, five bits each. */
const CODIGO_LENGTH = 20
/** Base32 of RFC 4648, in small letters. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Makes a code from random bits. @param bytes at least twenty; five bits of each count */
export function codigoFrom(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, CODIGO_LENGTH), (byte) => BASE32.charAt(byte % 32)).join('')
}

/** Reads a code from an address, in any case; null if it cannot be one. */
export function parseCodigo(raw: string | undefined): string | null {
  const codigo = raw?.toLowerCase() ?? ''
  return codigo.length === CODIGO_LENGTH && Array.from(codigo).every((sign) => BASE32.includes(sign))
    ? codigo
    : null
}

/** Characters of a code that distinguish the invitations of one browser; the rest are seventy bits. */
const REFERENCIA_LENGTH = 6

/** Stands in for a code where a browser keeps it, in an address or the name of a draft: it opens nothing. */
export function referenciaOf(codigo: string): string {
  return codigo.slice(0, REFERENCIA_LENGTH)
}
