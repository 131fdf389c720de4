import { isBrokenEmpresa, type BrokenEmpresa } from './errors.ts'

/** Separates companies into those that can be read and those whose invitations cannot be counted. */
export function separateBroken<Item, Result>(
  items: Iterable<Item>,
  read: (item: Item) => Result,
): { empresas: Result[]; broken: BrokenEmpresa[] } {
  const empresas: Result[] = []
  const broken: BrokenEmpresa[] = []
  for (const item of items) {
    try {
      empresas.push(read(item))
    } catch (error) {
      if (!isBrokenEmpresa(error)) throw error
      broken.push(error)
    }
  }
  return { empresas, broken }
}

/**
 * Releases ended holds company by company. A broken one must not keep the others waiting, so its error comes last.
 * @returns how many holds were released
 * @throws InvalidCounterError or DuplicateEmpresaError of the first broken company, after all others are done
 */
export async function releaseEach(
  empresaids: Iterable<string>,
  release: (empresaid: string) => Promise<number>,
): Promise<number> {
  let released = 0
  let broken: BrokenEmpresa | null = null
  for (const empresaid of empresaids) {
    try {
      released += await release(empresaid)
    } catch (error) {
      if (!isBrokenEmpresa(error)) throw error
      broken ??= error
    }
  }
  if (broken) throw broken
  return released
}
