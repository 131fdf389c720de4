import type { Revocation } from '../domain/convite-pessoal.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import { findConviteOf } from './find-convite.ts'

/** A personal invitation of a company to take back. */
export interface RevokeRequest {
  empresaid: string
  /** As it stands in an address or a form. */
  codigo: string | undefined
  /** Registrations are closed: a holder can no longer revoke. */
  isClosed: boolean
}

/**
 * Revokes an invitation of a company, only once however often it is sent. @throws StorageError, InvalidCounterError or
 * DuplicateEmpresaError
 */
export async function revokeConvite(
  { convites }: Pick<Storage, 'convites'>,
  { empresaid, codigo, isClosed }: RevokeRequest,
  autor: Autor,
): Promise<Revocation | { kind: 'closed' }> {
  const found = await findConviteOf({ convites }, empresaid, codigo)
  if (!found) return { kind: 'convite-not-found' }
  return isClosed ? { kind: 'closed' } : convites.revoke(found.convite.codigo, autor)
}
