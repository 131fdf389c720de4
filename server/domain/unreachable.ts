import { parseEmpresaid } from './empresaid.ts'
import type { EmpresaRepo } from './empresa-repo.ts'

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
