import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from './chave.ts'

const SIGNATURE_BYTES = 16
/** Characters those bytes take in base64url. */
const SIGNATURE_LENGTH = 22

/** Ids of other products may hold anything; such an id is written in base64url behind a sign no plain one begins with. */
const PLAIN_ID = /^[A-Za-z0-9_-]+$/
const ENCODED = '~'

/** Digits and letters that are neither mistaken for one another when read nor spell a word. */
export const CODE_ALPHABET = '23456789CDFGHJKMNPQRTVWXY'
const CODE_LENGTH = 8

/**
 * What opens a credencial, in its address: the credencialid and 128 bits of a hash keyed with CREDENCIAL_SECRET.
 * Nothing of it is stored, and the session's secret has no part in it.
 * @returns URL-safe text, 35 characters for a credencialid of today
 */
export function tokenOf(secret: string, credencialid: string): string {
  const hash = Buffer.from(keyedHash(secret, 'token', credencialid), 'base64url')
  return written(credencialid) + hash.subarray(0, SIGNATURE_BYTES).toString('base64url')
}

/**
 * The credencialid a token opens, compared in constant time.
 * @param raw what stands in the address; anything
 * @returns null for what this secret never made, one changed character included
 */
export function parseToken(secret: string, raw: string | undefined): string | null {
  if (raw === undefined) return null
  const credencialid = read(raw.slice(0, -SIGNATURE_LENGTH))
  const [given, expected] = [Buffer.from(raw), Buffer.from(tokenOf(secret, credencialid))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? credencialid : null
}

/**
 * What a person reads aloud when the QR code does not scan. Not unique by itself: who hears it compares the name.
 * @returns `K7F3-92QD`, the same for a credencial for ever
 */
export function codeOf(secret: string, credencialid: string): string {
  let rest = Buffer.from(keyedHash(secret, 'codigo', credencialid), 'base64url').readBigUInt64BE()
  let code = ''
  while (code.length < CODE_LENGTH) {
    code += CODE_ALPHABET.charAt(Number(rest % BigInt(CODE_ALPHABET.length)))
    rest /= BigInt(CODE_ALPHABET.length)
  }
  return dashed(code)
}

/**
 * Reads a code as people type it: any case, with or without its dash, blanks between.
 * @returns `K7F3-92QD`, or null for what cannot be a code
 */
export function parseCode(raw: string): string | null {
  const code = raw.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  const isCode = code.length === CODE_LENGTH && Array.from(code).every((sign) => CODE_ALPHABET.includes(sign))
  return isCode ? dashed(code) : null
}

const dashed = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

function written(credencialid: string): string {
  return PLAIN_ID.test(credencialid)
    ? credencialid
    : ENCODED + Buffer.from(credencialid).toString('base64url')
}

function read(text: string): string {
  return text.startsWith(ENCODED) ? Buffer.from(text.slice(1), 'base64url').toString() : text
}
