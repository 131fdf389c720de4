import { EMPRESA_FIELDS } from '../domain/empresa.ts'
import type { Storage } from '../domain/storage.ts'
import { unreachableIn } from '../domain/unreachable.ts'
import { numbersOf } from './list-empresas.ts'

/** The fourteen fields of section 3, as an import takes them, then what an import does not read. */
export const EMPRESA_COLUMNS = [
  ...EMPRESA_FIELDS,
  'confirmados',
  'reservados',
  'pessoais',
  'livres',
  'dentro',
  'link',
]

/** What an export reads, and where a company's page is. */
interface ExportEmpresasParts extends Pick<Storage, 'empresas' | 'painel'> {
  now: () => number
  linkOf: (empresaid: string) => string
}

/**
 * Every company as a row of {@link EMPRESA_COLUMNS}, by empresaid; those whose invitations cannot be counted are left
 * out. @throws StorageError
 */
export async function* exportEmpresas({
  empresas,
  painel,
  now,
  linkOf,
}: ExportEmpresasParts): AsyncGenerator<Record<string, string | number>> {
  const listing = await empresas.list(now())
  const inside = await painel.countInsideByEmpresa()
  const unreachable = new Set(unreachableIn(listing))
  for (const convites of listing.empresas) {
    const { empresaid } = convites.empresa
    const { used, held, pessoais, left } = numbersOf(convites)
    yield {
      ...convites.empresa,
      ...{ confirmados: used, reservados: held, pessoais, livres: left },
      dentro: inside.get(empresaid) ?? 0,
      link: unreachable.has(empresaid) ? '' : linkOf(empresaid),
    }
  }
}
