import type { ConviteComReserva } from '../domain/convite-pessoal-repo.ts'
import { parseCodigo } from '../domain/codigo.ts'
import type { Storage } from '../domain/storage.ts'

/** A personal invitation by what stands in an address or a form; null where there is none. @throws StorageError */
export async function findConvite(
  { convites }: Pick<Storage, 'convites'>,
  raw: string | undefined,
): Promise<ConviteComReserva | null> {
  const codigo = parseCodigo(raw)
  return codigo === null ? null : convites.find(codigo)
}

/** A personal invitation of a company; null for another company's, too. @throws StorageError */
export async function findConviteOf(
  parts: Pick<Storage, 'convites'>,
  empresaid: string,
  raw: string | undefined,
): Promise<ConviteComReserva | null> {
  const found = await findConvite(parts, raw)
  return found?.convite.empresaid === empresaid ? found : null
}
