import { liveOf, type Desistencia } from '../domain/desistencia.ts'
import type { Storage } from '../domain/storage.ts'

/** A guest's withdrawal while it holds; null while the guest is confirmed. @throws StorageError */
export async function findWithdrawal(
  { desistencias }: Pick<Storage, 'desistencias'>,
  credencialid: string,
): Promise<Desistencia | null> {
  return liveOf(await desistencias.find(credencialid))
}
