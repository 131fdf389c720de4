import { isCpf } from '../domain/cpf.ts'
import { FIXED_VALUES } from '../domain/credencial.ts'
import type { Convidado } from '../domain/credencial-repo.ts'
import type { Storage } from '../domain/storage.ts'
import { telefoneDigits } from '../domain/telefone.ts'
import { foldText } from '../domain/text.ts'
import { parseCode } from '../domain/token.ts'

/** The shortest text that is searched for. */
export const TEXT_MIN = 2

/** What a search gives; `matches` are read from storage as they are asked for, each guest once. */
export type Search =
  | { kind: 'matches'; convidados: AsyncIterable<Convidado> }
  | { kind: 'too-short' }
  /** The CPF stored for guests who gave none: all of them would match. */
  | { kind: 'placeholder-cpf' }

/** Everything a search reads. */
interface SearchParts extends Pick<Storage, 'credenciais'> {
  codeOf: (credencialid: string, versao: number) => string
}

/** Searches by name without accents, words in any order, phone, e-mail, credencialid, code, or a valid CPF. */
export function searchCredenciais(parts: SearchParts, typed: string): Search {
  const text = typed.trim()
  if (text.length < TEXT_MIN) return { kind: 'too-short' }
  if (digitsOf(text) === FIXED_VALUES.cpf) return { kind: 'placeholder-cpf' }
  return { kind: 'matches', convidados: matchesOf(parts, text) }
}

async function* matchesOf({ credenciais, codeOf }: SearchParts, text: string): AsyncIterable<Convidado> {
  const seen = new Set<string>()
  const isNew = ({ credencial: { credencialid } }: Convidado) =>
    !seen.has(credencialid) && Boolean(seen.add(credencialid))
  if (isCpf(text)) {
    const digits = digitsOf(text)
    // Another product may have stored the punctuation.
    const punctuated = digits.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
    for (const cpf of [digits, punctuated]) yield* (await credenciais.findByCpf(cpf)).filter(isNew)
  }
  const isMatch = matcherOf(text, codeOf)
  for await (const convidado of credenciais.list())
    if (isMatch(convidado) && isNew(convidado)) yield convidado
}

/** Tells which guests the text may mean. */
function matcherOf(text: string, codeOf: SearchParts['codeOf']): (convidado: Convidado) => boolean {
  const code = parseCode(text)
  const lower = text.toLowerCase()
  const words = text.includes('@') ? [] : foldText(text).split(' ').filter(Boolean)
  const digits = /^[\d\s()+.-]+$/.test(text) ? telefoneDigits(text) : ''
  return ({ credencial, versao }) => {
    if (credencial.credencialid === text) return true
    if (code !== null && codeOf(credencial.credencialid, versao) === code) return true
    if (credencial.email.toLowerCase().includes(lower)) return true
    if (digits.length >= TEXT_MIN && telefoneDigits(credencial.telefone).includes(digits)) return true
    const nome = foldText(credencial.nome)
    return words.length > 0 && words.every((word) => nome.includes(word))
  }
}

const digitsOf = (text: string) => text.replace(/[.\-\s]/g, '')
