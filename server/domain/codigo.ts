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
