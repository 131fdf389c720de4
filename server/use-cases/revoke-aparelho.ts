import { isLastOrganiser } from '../domain/aparelho.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

export type RevokeResult =
  | { kind: 'revoked' }
  /** There is none, or it was revoked before. */
  | { kind: 'not-found' }
  /** Nobody of the organisation would be left, and this was not confirmed; nothing is written. */
  | { kind: 'last-organiser' }

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
): Promise<RevokeResult> {
  if (!isLastConfirmed && isLastOrganiser(await equipe.list(), aparelhoid)) return { kind: 'last-organiser' }
  return { kind: (await equipe.revoke(aparelhoid, autor)) ? 'revoked' : 'not-found' }
}
