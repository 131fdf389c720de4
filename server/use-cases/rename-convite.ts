import { parseRotulo } from '../domain/convite-pessoal.ts'
import { estadoOf } from '../domain/estado-do-convite.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import { findConviteOf } from './find-convite.ts'

/** Another label for a personal invitation of a table, as typed. */
export interface RenameRequest {
  empresaid: string
  codigo: string
  typed: string
}

/** What became of it; nothing is written unless `renamed`. */
export type Renaming =
  | { kind: 'renamed' }
  /** Somebody registered with it. */
  | { kind: 'used' }
  | { kind: 'revoked' }
  /** The label is empty, too long, or not valid Unicode. */
  | { kind: 'invalid' }
  /** The table has no invitation with this code. */
  | { kind: 'convite-not-found' }

/** Gives a new invitation of a table another label; the same one again writes nothing. @throws StorageError */
export async function renameConvite(
  { convites }: Pick<Storage, 'convites'>,
  { empresaid, codigo, typed }: RenameRequest,
  autor: Autor,
): Promise<Renaming> {
  const found = await findConviteOf({ convites }, empresaid, codigo)
  if (!found) return { kind: 'convite-not-found' }
  const estado = estadoOf(found.reserva)
  if (estado !== 'novo') return { kind: estado === 'usado' ? 'used' : 'revoked' }
  const rotulo = parseRotulo(typed)
  if (rotulo === null) return { kind: 'invalid' }
  if (rotulo === found.convite.rotulo) return { kind: 'renamed' }
  const outcome = await convites.rename(found.convite.codigo, rotulo, autor)
  // Meanwhile it was used; or, less often, revoked.
  return outcome.kind === 'not-new' ? { kind: 'used' } : outcome
}
