import { estadoOf } from '../domain/estado-do-convite.ts'
import type { Storage } from '../domain/storage.ts'
import { nextTurn } from './next-turn.ts'

/** What a mail merge takes of a personal invitation. */
export const CONVITE_COLUMNS = ['rotulo', 'empresaid', 'empresa', 'link', 'estado']

/** What an export reads, and where a personal invitation's page is. */
interface ExportConvitesParts extends Pick<Storage, 'empresas' | 'convites'> {
  now: () => number
  conviteLinkOf: (empresaid: string, codigo: string) => string
}

/**
 * The personal invitations of a company as rows of {@link CONVITE_COLUMNS}, in the order they were made; of all
 * companies, by empresaid, those nobody has used alone.
 * @param empresaid null for all
 * @throws StorageError, and InvalidCounterError or DuplicateEmpresaError of the one company asked for
 */
export async function* exportConvites(
  parts: ExportConvitesParts,
  empresaid: string | null,
): AsyncGenerator<Record<string, string>> {
  const { convites, conviteLinkOf } = parts
  for (const { empresaid: id, nome } of await companiesOf(parts, empresaid)) {
    for (const { convite, reserva } of await convites.list(id)) {
      const estado = estadoOf(reserva)
      if (empresaid === null && estado !== 'novo') continue
      const link = conviteLinkOf(id, convite.codigo)
      yield { rotulo: convite.rotulo, empresaid: id, empresa: nome, link, estado }
    }
    await nextTurn()
  }
}

async function companiesOf({ empresas, now }: ExportConvitesParts, empresaid: string | null) {
  if (empresaid === null) {
    const { empresas: all } = await empresas.list(now())
    return all.filter(({ pessoais }) => pessoais > 0).map(({ empresa }) => empresa)
  }
  const found = await empresas.find(empresaid, now())
  return found ? [found.empresa] : []
}
