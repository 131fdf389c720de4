import { isCpf } from './cpf.ts'
import { FIXED_VALUES, type Credencial } from './credencial.ts'
import type { GuestQuery } from './painel-repo.ts'
import { formerTelefone, presentTelefone, wordsOf } from './same-person.ts'
import { telefoneDigits } from './telefone.ts'

/** The shortest text that is searched for. */
export const TEXT_MIN = 2

/** Digits of a CPF without its punctuation. */
export const cpfDigits = (text: string) => text.replace(/[.\-\s]/g, '')

/** What a stored guest is found by. */
export interface Searchable {
  /** Folded words without particles, a blank between and around: a word of the query may be any part. */
  nome: string
  /** Digits in the present form, and in the former one behind a blank. */
  telefone: string
  /** Lower case. */
  email: string
}

/** What a guest is found by, stored beside the credencial where storage searches by itself. */
export function searchableOf({
  nome,
  telefone,
  email,
}: Pick<Credencial, 'nome' | 'telefone' | 'email'>): Searchable {
  const present = presentTelefone(telefone)
  const former = formerTelefone(present)
  return {
    nome: wordsOf(nome).join(' '),
    telefone: former === null ? present : `${present} ${former}`,
    email: email.toLowerCase(),
  }
}

/** Tells whether a guest is one the query means; the company is for the caller to compare. */
export function isMeant(
  query: GuestQuery,
  credencial: Credencial,
  searchable = searchableOf(credencial),
): boolean {
  const { words, telefone, email, credencialid, cpf } = query
  return (
    words.every((word) => searchable.nome.includes(word)) &&
    (telefone === null || searchable.telefone.includes(telefone)) &&
    (email === null || searchable.email.includes(email)) &&
    (credencialid === null || credencial.credencialid === credencialid) &&
    (cpf === null || cpfDigits(credencial.cpf) === cpf)
  )
}

/** Every guest, of every company. */
export const EVERYBODY: GuestQuery = {
  words: [],
  telefone: null,
  email: null,
  credencialid: null,
  cpf: null,
  empresaid: undefined,
}

/**
 * What a text that was typed may mean, apart from a code and the name of a company: an e-mail, digits of a phone, an id
 * or a CPF, or words of a name. A guest is a match where one of the queries means them.
 * @returns null for the CPF stored for guests who gave none: all of them would match
 */
export function queriesOf(typed: string): GuestQuery[] | null {
  const text = typed.trim()
  if (cpfDigits(text) === FIXED_VALUES.cpf) return null
  if (text.includes('@')) return [{ ...EVERYBODY, email: text.toLowerCase() }]
  const digits = /^[\d\s()+.-]+$/.test(text) ? telefoneDigits(text) : ''
  if (digits.length >= TEXT_MIN) {
    const queries = [
      { ...EVERYBODY, telefone: digits },
      { ...EVERYBODY, credencialid: text },
    ]
    return isCpf(text) ? [...queries, { ...EVERYBODY, cpf: cpfDigits(text) }] : queries
  }
  const words = wordsOf(text)
  const queries = [
    { ...EVERYBODY, email: text.toLowerCase() },
    { ...EVERYBODY, credencialid: text },
  ]
  return words.length > 0 ? [{ ...EVERYBODY, words }, ...queries] : queries
}
