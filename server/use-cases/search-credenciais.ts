import { EVERYBODY, queriesOf, TEXT_MIN } from '../domain/guest-search.ts'
import type { ConvidadoNoPainel, GuestQuery } from '../domain/painel-repo.ts'
import type { Storage } from '../domain/storage.ts'
import { parseCode } from '../domain/token.ts'
import type { FindByCode } from './code-index.ts'

/** What the organiser searches for. */
export interface Wanted {
  /** As typed; blank for everybody. */
  text: string
  /** Only guests of this company; null for those of the public form, undefined for all. */
  empresaid?: string | null | undefined
}

/** What a search gives. */
export type Search =
  /** Some of the matches, by name, and how many there are in all. */
  | { kind: 'found'; convidados: ConvidadoNoPainel[]; total: number }
  | { kind: 'too-short' }
  /** The CPF stored for guests who gave none: all of them would match. */
  | { kind: 'placeholder-cpf' }

/** Everything a search reads. */
interface SearchParts {
  painel: Pick<Storage['painel'], 'search'>
  findByCode: FindByCode
}

/**
 * Searches by name without accents and particles, words in any order, by phone with or without the ninth digit, e-mail,
 * credencialid, code, a valid CPF, or the company's name.
 * @throws StorageError
 */
export async function searchCredenciais(
  { painel, findByCode }: SearchParts,
  { text, empresaid }: Wanted,
  offset: number,
  limit: number,
): Promise<Search> {
  const typed = text.trim()
  if (typed !== '' && typed.length < TEXT_MIN) return { kind: 'too-short' }
  const queries = typed === '' ? [EVERYBODY] : queriesOf(typed)
  if (!queries) return { kind: 'placeholder-cpf' }
  const code = parseCode(typed)
  const ids = code === null ? [] : await findByCode(code)
  const byCode = ids.map((credencialid): GuestQuery => ({ ...EVERYBODY, credencialid }))
  const all = [...byCode, ...queries].map((query) => ({ ...query, empresaid }))
  return { kind: 'found', ...(await painel.search(all, offset, limit)) }
}
