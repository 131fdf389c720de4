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
