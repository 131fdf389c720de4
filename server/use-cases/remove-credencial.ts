import type { Removal } from '../domain/credencial-repo.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import { followUp, type FollowUp } from './follow-up.ts'

/** What became of a guest's removal. */
export type RemovalResult =
  (Extract<Removal, { kind: 'removed' }> & FollowUp) | { kind: 'credencial-not-found' }

/**
 * Erases a credencial with its key and avip, for good.
 * @param isReturned gives the invitation back to the company
 * @throws StorageError
 */
export async function removeCredencial(
  { credenciais, avips }: Pick<Storage, 'credenciais' | 'avips'>,
  credencialid: string,
  isReturned: boolean,
  autor: Autor,
): Promise<RemovalResult> {
  const removal = await credenciais.remove(credencialid, isReturned, autor)
  if (removal.kind !== 'removed') return removal
  const mirror = () => avips.mirror(credencialid).then(() => true)
  return { ...removal, ...(await followUp(credenciais, mirror)) }
}
