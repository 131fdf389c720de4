import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from './chave.ts'

const SIGNATURE_BYTES = 16
/** Characters those bytes take in base64url. */
const SIGNATURE_LENGTH = 22

/** Stands between a versao and the id; no id is written with one. */
const VERSION_END = '.'

/** Ids of other products may hold anything; such an id is written in base64url behind a sign no plain one begins with. */
const PLAIN_ID = /^[A-Za-z0-9_-]+$/
const ENCODED = '~'

/** Digits and letters that are neither mistaken for one another when read nor spell a word. */
export const CODE_ALPHABET = '23456789CDFGHJKMNPQRTVWXY'
const CODE_LENGTH = 8

/** What a token says: it opens this credencial as long as its versao is this one. */
export interface Passe {
  credencialid: string
  versao: number
}

/**
 * What opens a credencial, in its address: the credencialid and 128 bits of a hash keyed with CREDENCIAL_SECRET.
 * Nothing of it is stored, and the session's secret has no part in it. A versao above 0 stands in front and is signed
 * too, so that a replaced link opens nothing.
 * @returns URL-safe text, 35 characters for a credencialid of today at versao 0
 */
export function tokenOf(secret: string, credencialid: string, versao: number): string {
  const hash = Buffer.from(hashOf(secret, 'token', credencialid, versao), 'base64url')
  const version = versao === 0 ? '' : `${versao}${VERSION_END}`
  return version + written(credencialid) + hash.subarray(0, SIGNATURE_BYTES).toString('base64url')
}

/**
 * What a token says, its signature compared in constant time. Whether the versao is still the stored one is for the
 * caller to ask storage, after this.
 * @param raw what stands in the address; anything
 * @returns null for what this secret never made, one changed character included
 */
export function parseToken(secret: string, raw: string | undefined): Passe | null {
  if (raw === undefined) return null
  const passe = read(raw.slice(0, -SIGNATURE_LENGTH))
  const expected = Buffer.from(tokenOf(secret, passe.credencialid, passe.versao))
  const given = Buffer.from(raw)
  return given.length === expected.length && timingSafeEqual(given, expected) ? passe : null
}

/**
 * What a person reads aloud when the QR code does not scan. Not unique by itself: who hears it compares the name.
 * @returns `K7F3-92QD`, the same for a credencial as long as its versao is
 */
export function codeOf(secret: string, credencialid: string, versao: number): string {
  return codeFrom(Buffer.from(hashOf(secret, 'codigo', credencialid, versao), 'base64url'))
}

/**
 * Eight characters a person reads aloud or types, some 37 bits.
 * @param bits random ones or a hash; the first eight bytes count
 * @returns `K7F3-92QD`
 */
export function codeFrom(bits: Buffer): string {
  let rest = bits.readBigUInt64BE()
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

/** Versao 0 has the hash of the id alone, so that links sent before there were versions stay valid. */
function hashOf(secret: string, purpose: string, credencialid: string, versao: number): string {
  return versao === 0
    ? keyedHash(secret, purpose, credencialid)
    : keyedHash(secret, `${purpose}-versao`, `${versao}\n${credencialid}`)
}

function written(credencialid: string): string {
  return PLAIN_ID.test(credencialid)
    ? credencialid
    : ENCODED + Buffer.from(credencialid).toString('base64url')
}

function read(text: string): Passe {
  const end = text.indexOf(VERSION_END)
  const versao = end === -1 ? 0 : Number(text.slice(0, end))
  const id = text.slice(end + 1)
  const credencialid = id.startsWith(ENCODED) ? Buffer.from(id.slice(1), 'base64url').toString() : id
  return { credencialid, versao }
}
