import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

/** What became of a guest's link. `renewed` also where a form sent before has replaced it. */
export type Renewal = { kind: 'renewed' } | { kind: 'credencial-not-found' } | { kind: 'no-link' }

/**
 * Replaces a guest's link and code, unless they were replaced since the page was shown. A guest of another product has
 * no key, and its link cannot be replaced.
 * @param versao as the page showed it
 * @throws StorageError
 */
export async function renewLink(
  { credenciais }: Pick<Storage, 'credenciais'>,
  credencialid: string,
  versao: number,
  autor: Autor,
): Promise<Renewal> {
  const renewed = await credenciais.renewLink(credencialid, autor, versao)
  if (renewed !== null) return { kind: 'renewed' }
  return { kind: (await credenciais.findById(credencialid)) ? 'no-link' : 'credencial-not-found' }
}
