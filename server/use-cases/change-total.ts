import { parseCounter } from '../domain/empresa.ts'
import type { TotalChange as Change } from '../domain/empresa-repo.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

/** What became of another total; nothing is written unless `changed`. */
export type TotalChange = Change | /** What was typed is no number of invitations. */ { kind: 'no-number' }

/**
 * Gives a company another total of invitations.
 * @param typed by the organiser
 * @throws StorageError, InvalidCounterError or DuplicateEmpresaError
 */
export async function changeTotal(
  { empresas }: Pick<Storage, 'empresas'>,
  empresaid: string,
  typed: string,
  autor: Autor,
): Promise<TotalChange> {
  const icredencial = parseCounter(typed)
  if (icredencial === null) return { kind: 'no-number' }
  return empresas.changeTotal(empresaid, icredencial, autor)
}
