import type { Revocation } from '../domain/equipe-repo.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

/**
 * Revokes a browser of the team, or an invitation nobody has used.
 * @param isLastConfirmed revokes the last organiser's, too: the command line is the way back
 * @throws StorageError
 */
export async function revokeAparelho(
  { equipe }: Pick<Storage, 'equipe'>,
  aparelhoid: string,
  isLastConfirmed: boolean,
  autor: Autor,
): Promise<Revocation> {
  return equipe.revoke(aparelhoid, autor, !isLastConfirmed)
}
