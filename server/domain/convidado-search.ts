import { FIXED_VALUES, type Cadastro, type Credencial } from './credencial.ts'
import type { Empresa } from './empresa.ts'
import type { ConvidadoQuery } from './painel-repo.ts'
import { formerTelefone, presentTelefone, telefoneDigits } from './telefone.ts'
import { wordsOf } from './text.ts'

export const TEXT_MIN = 2

export const cpfDigits = (text: string) => text.replace(/[.\-\s]/g, '')

export type Searchable = ReturnType<typeof searchableOf>

/** What a guest is found by, stored with the credencial on storage that can search by itself. */
export function searchableOf({ nome, telefone, email }: Cadastro) {
  const present = presentTelefone(telefone)
  const former = formerTelefone(present)
  return {
    /** Folded words without particles, with blanks between and around: a word of the query may be any part. */
    nome: wordsOf(nome).join(' '),
    /** Digits in the present form, then in the former one after a blank. */
    telefone: former === null ? present : `${present} ${former}`,
    email: email.toLowerCase(),
  }
}

interface Searched {
  credencial: Pick<Credencial, 'credencialid' | 'cpf'>
  searchable: Searchable
}

/**
 * Makes a test for whether a query matches a guest; the caller compares the company with
 * {@link isCompanyMeant}. It compares only what the query gives, because a search puts four queries to each
 * of fifty thousand guests.
 */
export function testOf(query: ConvidadoQuery): (one: Searched) => boolean {
  const { words, telefone, email, credencialid, cpf } = query
  const tests: ((one: Searched) => boolean)[] = [
    ...words.map((word) => (one: Searched) => one.searchable.nome.includes(word)),
    ...(telefone === null ? [] : [(one: Searched) => one.searchable.telefone.includes(telefone)]),
    ...(email === null ? [] : [(one: Searched) => one.searchable.email.includes(email)]),
    ...(credencialid === null ? [] : [(one: Searched) => one.credencial.credencialid === credencialid]),
    ...(cpf === null ? [] : [(one: Searched) => cpfDigits(one.credencial.cpf) === cpf]),
  ]
  const [only] = tests
  return only && tests.length === 1 ? only : (one) => tests.every((test) => test(one))
}

type Inviting = Pick<Empresa, 'empresaid' | 'nome'> | null

/** Tells whether the query matches a guest's company; null for a guest of the public form. */
export function isCompanyMeant({ empresa, empresaid }: ConvidadoQuery, inviting: Inviting): boolean {
  if (empresaid !== undefined && (inviting?.empresaid ?? null) !== empresaid) return false
  if (empresa.length === 0) return true
  const nome = inviting === null ? '' : wordsOf(inviting.nome).join(' ')
  return empresa.every((word) => nome.includes(word))
}

export const EVERYBODY: ConvidadoQuery = {
  words: [],
  telefone: null,
  email: null,
  credencialid: null,
  cpf: null,
  empresa: [],
  empresaid: undefined,
}

/**
 * What a typed text may mean, other than a code: an e-mail, digits of a phone, an id or a CPF, or words of
 * the guest's or the company's name. A guest matches when one of the queries does.
 * @returns null for the CPF stored for guests who gave none, which would match all of them
 */
export function queriesOf(typed: string): ConvidadoQuery[] | null {
  const text = typed.trim()
  if (cpfDigits(text) === FIXED_VALUES.cpf) return null
  if (text.includes('@')) return [{ ...EVERYBODY, email: text.toLowerCase() }]
  const digits = /^[\d\s()+.-]+$/.test(text) ? telefoneDigits(text) : ''
  if (digits.length >= TEXT_MIN) {
    const queries = [
      { ...EVERYBODY, telefone: digits },
      { ...EVERYBODY, email: text },
      { ...EVERYBODY, credencialid: text },
    ]
    return isCpf(text) ? [...queries, { ...EVERYBODY, cpf: cpfDigits(text) }] : queries
  }
  const words = wordsOf(text)
  const queries = [
    // E-mail addresses have no blanks, and most typed names do.
    ...(/\s/.test(text) ? [] : [{ ...EVERYBODY, email: text.toLowerCase() }]),
    { ...EVERYBODY, credencialid: text },
  ]
  return words.length > 0 ? [{ ...EVERYBODY, words }, { ...EVERYBODY, empresa: words }, ...queries] : queries
}

/**
 * Tells whether text is a valid Brazilian personal tax id: 11 digits, both check digits right, not all digits
 * the same (specification, section 5). Dots, dashes and spaces are ignored.
 */
export function isCpf(text: string): boolean {
  const digits = cpfDigits(text)
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false
  return checkDigit(digits, 9) === Number(digits[9]) && checkDigit(digits, 10) === Number(digits[10])
}

/** Modulo 11 over the first `length` digits, weights falling to 2; 10 counts as 0. */
function checkDigit(digits: string, length: number): number {
  let sum = 0
  for (let i = 0; i < length; i++) sum += Number(digits[i]) * (length + 1 - i)
  return ((sum * 10) % 11) % 10
}

/**
 * Equal for two guests who may be one person: the name's words in any order without particles, and the
 * present phone. Nobody is like a guest without a phone.
 */
export function semelhanteOf(one: Pick<Cadastro, 'nome' | 'telefone'> & { credencialid?: string }): string {
  return `${nameKeyOf(one.nome)}\n${presentTelefone(one.telefone) || one.credencialid}`
}

/** Equal for names of the same words, in any order and without particles. */
export const nameKeyOf = (nome: string) => wordsOf(nome).sort().join(' ')
