import { isBrokenEmpresa, type BrokenEmpresa } from './errors.ts'

/** Splits companies into those that can be read and those nobody can count for. */
export function splitBroken<Item, Result>(
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
