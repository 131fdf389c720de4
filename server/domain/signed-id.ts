import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from './chave.ts'

const SIGNATURE_BYTES = 16
/** Characters those bytes take in base64url. */
const SIGNATURE_LENGTH = 22

/** Stands between a versao and the id; no id is written with one. */
const VERSION_END = '.'

/** Other ids may hold anything; such an id is written in base64url behind a sign no plain one begins with. */
const PLAIN_ID = /^[A-Za-z0-9_-]+$/
const ENCODED = '~'

/** An id of which somebody was given the link, as long as its versao is the stored one. */
export interface SignedId {
  id: string
  versao: number
}

/**
 * An id and 128 bits of a hash keyed with CREDENCIAL_SECRET, for an address. Nothing of it is stored, and the session's
 * secret has no part in it. A versao above 0 stands in front and is signed too, so that a replaced link opens nothing.
 * @param purpose keeps the links to one thing from opening another
 * @returns URL-safe text
 */
export function signed(secret: string, purpose: string, id: string, versao: number): string {
  const hash = Buffer.from(signedHash(secret, purpose, id, versao), 'base64url')
  const version = versao === 0 ? '' : `${versao}${VERSION_END}`
  return version + written(id) + hash.subarray(0, SIGNATURE_BYTES).toString('base64url')
}

/**
 * What {@link signed} was made of, its signature compared in constant time.
 * @param raw what stands in the address; anything
 * @returns null for what this secret never made for the purpose, one changed character included
 */
export function parseSigned(secret: string, purpose: string, raw: string | undefined): SignedId | null {
  if (raw === undefined) return null
  const said = read(raw.slice(0, -SIGNATURE_LENGTH))
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

function read(text: string): SignedId {
  const end = text.indexOf(VERSION_END)
  const versao = end === -1 ? 0 : Number(text.slice(0, end))
  const id = text.slice(end + 1)
  return { id: id.startsWith(ENCODED) ? Buffer.from(id.slice(1), 'base64url').toString() : id, versao }
}
