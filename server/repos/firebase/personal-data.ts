import type { Query } from 'firebase-admin/firestore'
import { hasContacts, type PersonalData } from '../../domain/personal-data.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { readEmpresas } from './import.ts'
import type { Unit } from './unit.ts'

/** When everything was erased, and by which act of the history: another one at each erasure. */
export const erasureRef = ({ db }: Pick<Connection, 'db'>) => db.collection('meta').doc('expurgo')

/** Counts what is stored of persons: aggregations, and the companies. @throws StorageError */
export async function countPersonalData(connection: Connection): Promise<PersonalData> {
  const { credenciais, chaves, convites, entradas, aparelhos, planilhas } = connection
  const countOf = async (query: Query) => (await within(DEADLINE_MS, query.count().get())).data().count
  const [convidados, chavesCount, rotulos, anotados, nomes, planilhasCount, companies, erasure] =
    await Promise.all([
      countOf(credenciais),
      countOf(chaves),
      countOf(convites.where('rotulo', '>', '')),
      // Of null and text only text is compared with text.
      countOf(entradas.where('anotado', '>=', '')),
      countOf(aparelhos.where('nome', '>', '')),
      countOf(planilhas),
      readEmpresas(connection),
      within(DEADLINE_MS, erasureRef(connection).get()),
    ])
  const em: unknown = erasure.get('em')
  return {
    ...{ convidados, chaves: chavesCount, rotulos, anotados, nomes, planilhas: planilhasCount },
    contatos: [...companies.found.values()].filter((company) => hasContacts(company.data())).length,
    apagadoem: typeof em === 'number' ? em : null,
  }
}

/**
 * Reads into the unit whether everything was erased and no guest is stored since. An erasure that takes place before the
 * commit makes it fail. The erasure first, then the guests: an erasure marks itself once they are gone.
 */
export function trackErased(connection: Connection, unit: Unit): Promise<boolean> {
  const ref = erasureRef(connection)
  return unit.once(ref.path, async () => {
    const erasure = await within(ATTEMPT_MS, ref.get())
    unit.track(erasure)
    unit.demand(ref)
    return erasure.exists && (await getAll(connection.credenciais.limit(1))).length === 0
  })
}
