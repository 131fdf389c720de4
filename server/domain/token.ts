import {
  CODE_ALPHABET,
  CODE_LENGTH,
  dashed,
  ENCODED,
  readSigned,
  VERSION_END,
  type SignedId,
} from './signed-text.ts'
import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from './chave.ts'

/** The content of a token, which opens this credencial as long as the stored versao is this one. */
export interface Passe {
  credencialid: string
  versao: number
}

/** The token in a credencial's address: 35 characters for a credencialid of today at versao 0. */
export function tokenOf(secret: string, credencialid: string, versao: number): string {
  return signed(secret, 'token', credencialid, versao)
}

/**
 * Reads a token, comparing its signature in constant time. The caller then asks storage whether the versao is
 * still the stored one.
 * @returns null for a token not made with this secret, even if only one character differs
 */
export function parseToken(secret: string, raw: string | undefined): Passe | null {
  const said = parseSigned(secret, 'token', raw)
  return said && { credencialid: said.id, versao: said.versao }
}

/**
 * The code a person reads aloud when the QR code does not scan. It is not unique by itself: the listener
 * compares the name.
 */
export function codeOf(secret: string, credencialid: string, versao: number): string {
  return codeFrom(Buffer.from(signedHash(secret, 'codigo', credencialid, versao), 'base64url'))
}

/**
 * Eight characters a person reads aloud or types, about 37 bits.
 * @param bits random or a hash; only the first eight bytes are used
 */
export function codeFrom(bits: Buffer): string {
  return dashed(signsFrom(bits, CODE_LENGTH))
}

/**
 * Makes `length` characters of {@link CODE_ALPHABET}, 13 at most.
 * @param bits random or a hash; only the first eight bytes are used
 */
export function signsFrom(bits: Buffer, length: number): string {
  let rest = bits.readBigUInt64BE()
  let signs = ''
  while (signs.length < length) {
    signs += CODE_ALPHABET.charAt(Number(rest % BigInt(CODE_ALPHABET.length)))
    rest /= BigInt(CODE_ALPHABET.length)
  }
  return signs
}

const SIGNATURE_BYTES = 16

/** An id that does not match may contain anything, and is written in base64url. */
const PLAIN_ID = /^[A-Za-z0-9_-]+$/

/**
 * An id and 128 bits of a hash keyed with CREDENCIAL_SECRET, for an address. It is not stored, and the
 * session's secret plays no part in it. A versao above 0 is put in front and signed too, so that a replaced
 * link opens nothing.
 * @param purpose what the link opens; a link signed for one purpose opens nothing else
 */
export function signed(secret: string, purpose: string, id: string, versao: number): string {
  const hash = Buffer.from(signedHash(secret, purpose, id, versao), 'base64url')
  const version = versao === 0 ? '' : `${versao}${VERSION_END}`
  return version + written(id) + hash.subarray(0, SIGNATURE_BYTES).toString('base64url')
}

/**
 * Reads what {@link signed} made, comparing the signature in constant time.
 * @returns null for a text not made with this secret for this purpose, even if only one character differs
 */
export function parseSigned(secret: string, purpose: string, raw: string | undefined): SignedId | null {
  if (raw === undefined) return null
  const said = readSigned(raw)
  const expected = Buffer.from(signed(secret, purpose, said.id, said.versao))
  const given = Buffer.from(raw)
  return given.length === expected.length && timingSafeEqual(given, expected) ? said : null
}

/** Versao 0 has the hash of the id alone, so that links sent before there were versions stay valid. */
export function signedHash(secret: string, purpose: string, id: string, versao: number): string {
  return versao === 0
    ? keyedHash(secret, purpose, id)
    : keyedHash(secret, `${purpose}-versao`, `${versao}\n${id}`)
}

function written(id: string): string {
  return PLAIN_ID.test(id) ? id : ENCODED + Buffer.from(id).toString('base64url')
}
