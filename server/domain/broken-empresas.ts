import type { EmpresaRepo } from './empresa-repo.ts'
import { parseEmpresaid } from './empresaid.ts'
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

type Listing = Awaited<ReturnType<EmpresaRepo['list']>>

/**
 * The ids of stored companies whose page nobody can open, because the id is the name of a page, reserved for one, or no
 * address at all. Such companies come from a time before the name was taken, or from another product.
 */
export function unreachableIn({ empresas, broken }: Listing): string[] {
  const ids = [...empresas.map(({ empresa }) => empresa.empresaid), ...broken.map((error) => error.empresaid)]
  return ids.filter((empresaid) => parseEmpresaid(empresaid) === null)
}

/** What the organiser reads of such a company: what is wrong, and what to do. */
export function adviceOn(empresaid: string): string {
  return (
    `Ninguém abre a empresa "${empresaid}": esse empresaid é nome de página, reservado, ou não pode ser endereço. ` +
    'Importe-a com outro empresaid e os convites que restam, e envie a ela o novo link.'
  )
}
