import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

/**
 * Closes or opens the public link of a company; writes nothing when it is so already.
 * @returns false when there is no such company
 * @throws StorageError, InvalidCounterError or DuplicateEmpresaError
 */
export async function setFechada(
  { empresas, mesas, now }: Pick<Storage, 'empresas' | 'mesas'> & { now: () => number },
  empresaid: string,
  fechada: boolean,
  autor: Autor,
): Promise<boolean> {
  if (!(await empresas.find(empresaid, now()))) return false
  await mesas.setFechada(empresaid, fechada, autor)
  return true
}
