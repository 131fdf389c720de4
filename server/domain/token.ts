import { parseSigned, signed, signedHash } from './signed-id.ts'
import { CODE_ALPHABET, CODE_LENGTH, dashed } from './signed-text.ts'

export { CODE_ALPHABET, parseCode } from './signed-text.ts'

/** What a token says: it opens this credencial as long as its versao is this one. */
export interface Passe {
  credencialid: string
  versao: number
}

/** The token that opens a credencial, in its address: 35 characters for a credencialid of today at versao 0. */
export function tokenOf(secret: string, credencialid: string, versao: number): string {
  return signed(secret, 'token', credencialid, versao)
}

/**
 * What a token says, its signature compared in constant time. The caller then asks storage whether the
 * versao is still the stored one.
 * @returns null for a token not made with this secret, down to one changed character
 */
export function parseToken(secret: string, raw: string | undefined): Passe | null {
  const said = parseSigned(secret, 'token', raw)
  return said && { credencialid: said.id, versao: said.versao }
}

/** What a person reads aloud when the QR code does not scan. Not unique by itself: the listener compares the name. */
export function codeOf(secret: string, credencialid: string, versao: number): string {
  return codeFrom(Buffer.from(signedHash(secret, 'codigo', credencialid, versao), 'base64url'))
}

/**
 * Eight characters a person reads aloud or types, some 37 bits.
 * @param bits random ones or a hash; the first eight bytes count
 */
export function codeFrom(bits: Buffer): string {
  return dashed(signsFrom(bits, CODE_LENGTH))
}

/** So many signs of {@link CODE_ALPHABET}, 13 at most. @param bits random ones or a hash; the first eight bytes count */
export function signsFrom(bits: Buffer, length: number): string {
  let rest = bits.readBigUInt64BE()
  let signs = ''
  while (signs.length < length) {
    signs += CODE_ALPHABET.charAt(Number(rest % BigInt(CODE_ALPHABET.length)))
    rest /= BigInt(CODE_ALPHABET.length)
  }
  return signs
}
