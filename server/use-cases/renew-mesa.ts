import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

/** What became of the link of a holder's panel. `renewed` also where a form sent before has replaced it. */
export type MesaRenewal = { kind: 'renewed'; versao: number } | { kind: 'empresa-not-found' }

/**
 * Replaces the link of a holder's panel; the one before opens nothing from then on.
 * @param from the versao to replace, which a form says; the current one where none is given
 * @throws StorageError, InvalidCounterError, DuplicateEmpresaError
 */
export async function renewMesa(
  { empresas, mesas, now }: Pick<Storage, 'empresas' | 'mesas'> & { now: () => number },
  empresaid: string,
  autor: Autor,
  from?: number,
): Promise<MesaRenewal> {
  if (!(await empresas.find(empresaid, now()))) return { kind: 'empresa-not-found' }
  return { kind: 'renewed', versao: await mesas.renewLink(empresaid, autor, from) }
}
