import { keyedHash } from './chave.ts'
import type { Empresa } from './empresa.ts'
import { foldText } from './text.ts'
import { CODE_ALPHABET } from './token.ts'

/** What identifies a company where no empresaid is given. */
export type Identity = Pick<Empresa, 'nome' | 'cnpj'>

const LENGTH = 10

/**
 * An id for a company's address that nobody can guess: a hash, keyed with CREDENCIAL_SECRET, of the folded nome and the
 * cnpj. The same company gets the same id, in another import of the file and in two at once (decision 0010).
 * @param attempt another id for the same company, from 1 on
 * @returns ten characters, 46 bits, that are neither mistaken for one another when read nor spell a word
 */
export function empresaidOf(secret: string, { nome, cnpj }: Identity, attempt = 0): string {
  const text = [foldNome(nome), foldCnpj(cnpj), ...(attempt === 0 ? [] : [attempt])].join('\n')
  let rest = Buffer.from(keyedHash(secret, 'empresaid', text), 'base64url').readBigUInt64BE()
  let empresaid = ''
  while (empresaid.length < LENGTH) {
    empresaid += CODE_ALPHABET.charAt(Number(rest % BigInt(CODE_ALPHABET.length)))
    rest /= BigInt(CODE_ALPHABET.length)
  }
  return empresaid
}

/** A name without accents, case and punctuation; unchanged when nothing else would be left. */
export function foldNome(nome: string): string {
  return foldText(nome) || nome
}

/** A cnpj without its punctuation, and with the zeros in front that a spreadsheet drops. */
export function foldCnpj(cnpj: string): string {
  const signs = cnpj.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return /^\d+$/.test(signs) ? signs.padStart(14, '0') : signs
}
