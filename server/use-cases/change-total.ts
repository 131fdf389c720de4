import { parseCounter } from '../domain/empresa.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

/** What became of another total for a company; nothing is written unless `changed`. */
export type TotalChange =
  | { kind: 'changed' }
  | { kind: 'unchanged' }
  /** What was typed is no number of invitations. */
  | { kind: 'no-number' }
  /** Fewer than are used or held by now. */
  | { kind: 'too-low'; least: number }
  | { kind: 'empresa-not-found' }

/**
 * Gives a company another total of invitations. Storage compares it with what is used or held in the transaction that
 * writes it; of two organisers, the later total stays.
 * @param typed by the organiser
 * @throws StorageError, InvalidCounterError or DuplicateEmpresaError
 */
export async function changeTotal(
  { empresas, now }: Pick<Storage, 'empresas'> & { now: () => number },
  empresaid: string,
  typed: string,
  autor: Autor,
): Promise<TotalChange> {
  const icredencial = parseCounter(typed)
  if (icredencial === null) return { kind: 'no-number' }
  const empresa = (await empresas.find(empresaid, now()))?.empresa
  if (!empresa) return { kind: 'empresa-not-found' }
  if (icredencial === empresa.icredencial) return { kind: 'unchanged' }
  const row = { empresaid, nome: empresa.nome, icredencial, licredencial: empresa.licredencial }
  const { refused } = await empresas.importRows([row], false, autor)
  const [tooLow] = refused
  return tooLow ? { kind: 'too-low', least: tooLow.licredencial } : { kind: 'changed' }
}
