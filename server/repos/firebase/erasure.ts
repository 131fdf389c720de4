import type { CollectionReference, Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { erasureFeito, type Autor } from '../../domain/historico.ts'
import { contactsIn, hasContacts, type PersonalData } from '../../domain/personal-data.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { PESSOAL } from './documents.ts'
import { addFeito } from './historico-repo.ts'
import { readEmpresas } from './import.ts'
import { makeDue } from './open-guest.ts'
import { withoutOrigens } from './pendentes.ts'
import { pageAfter } from './picture.ts'
import { createPlanilhaRepo } from './planilha-repo.ts'
import type { Rtdb } from './rtdb.ts'
import type { Acts } from './run.ts'
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

const KEY = 'expurgo'
/** Guests of one commit: a query by `in` takes 30 values. */
const GUESTS = 30
/** Avips looked up at once. */
const AVIPS = 100
/** How long the realtime database may take to name its avips, in milliseconds. */
const IDS_MS = 30_000

/**
 * Erases every guest, page by page, each page one commit with its keys and outbox entries: whatever fails, what is done
 * is done, stands in the history, and another run goes on from there. Avips become due, those without a credencial too.
 * @returns how many credentials were erased
 */
export async function erasePersonalData(
  connection: Connection,
  acts: Acts,
  rtdb: Rtdb,
  {
    autor,
    onProgress,
    areContactsErased = false,
  }: {
    autor: Autor
    onProgress?: ((done: number) => void) | undefined
    areContactsErased?: boolean | undefined
  },
): Promise<number> {
  const erased = new Set<string>()
  const cleared = new Set<string>()
  const eraseAll = async () => {
    while (await eraseGuests(connection, acts, erased)) onProgress?.(erased.size)
  }
  try {
    await eraseAll()
    await markErased(connection, acts, autor)
    // And who was stored before the mark. What is stored after it was decided by it (`trackErased`).
    await eraseAll()
    await eraseBeside(connection, acts)
    if (areContactsErased) await eraseContacts(connection, acts, cleared)
  } finally {
    const contacts = areContactsErased ? cleared.size : null
    await addFeito(connection, acts, erasureFeito(autor, erased.size, contacts))
  }
  const ids = await rtdb.ids(IDS_MS)
  for (let from = 0; from < ids.length; from += AVIPS) {
    await makeStraysDue(connection, acts, ids.slice(from, from + AVIPS))
  }
  return erased.size
}

/** Notes that everything is erased: another document at each erasure. */
function markErased(connection: Connection, acts: Acts, { em, historicoid }: Autor): Promise<void> {
  const ref = erasureRef(connection)
  return acts.run(KEY, async (unit) => {
    unit.track(await within(ATTEMPT_MS, ref.get()))
    return () => unit.set(ref, { em, historicoid })
  })
}

/** Erases whom companies name. @param cleared gets the names of the documents that were changed */
function eraseContacts({ empresas }: Connection, acts: Acts, cleared: Set<string>): Promise<void> {
  return sweep(acts, empresas, async (unit, page) => () => {
    for (const { ref } of page) {
      const stored = unit.get(ref)
      if (stored?.empresaid === undefined || !hasContacts(stored)) continue
      unit.set(ref, { ...stored, ...contactsIn(stored) })
      cleared.add(ref.id)
    }
  })
}

/** Erases what lies elsewhere and names somebody, or leads to them. */
async function eraseBeside(connection: Connection, acts: Acts): Promise<void> {
  const { reservas, chaves, aparelhos, convites, desistencias, entradas } = connection
  await sweep(acts, chaves, (unit, page) => dropStrayKeys(connection, unit, page))
  await sweep(acts, reservas, async (unit, page) => () => {
    for (const { ref } of page) {
      const reserva = unit.get(ref)
      unit.set(ref, {
        ...reserva,
        origem: null,
        ritmo: null,
        sid: reserva?.estado === 'pendente' || reserva?.estado === PESSOAL ? reserva.sid : '',
      })
    }
  })
  await sweep(acts, connection.pendentes, async (unit, page) => () => {
    for (const { ref } of page) unit.set(ref, withoutOrigens(unit.get(ref) ?? {}))
  })
  await sweep(acts, desistencias, async (unit, page) => () => {
    for (const { ref } of page) unit.delete(ref)
  })
  await sweep(acts, convites, async (unit, page) => () => {
    for (const { ref } of page) unit.set(ref, { ...unit.get(ref), rotulo: '' })
  })
  await sweep(acts, aparelhos, async (unit, page) => () => {
    for (const { ref } of page) unit.set(ref, { ...unit.get(ref), nome: '', segredorevogado: null })
  })
  await sweep(acts, connection.pareamentos, async (unit, page) => () => {
    for (const { ref } of page) if (unit.get(ref)?.fechadoem !== null) unit.delete(ref)
  })
  await sweep(acts, entradas, async (unit, page) => () => {
    for (const { ref } of page) {
      const entrada = unit.get(ref)
      if (typeof entrada?.anotado === 'string') unit.set(ref, { ...entrada, anotado: null })
    }
  })
  await createPlanilhaRepo(connection).forget(Infinity)
}

/** Erases the first page of guests and notes who they were. @returns false when there was none left */
function eraseGuests({ db, credenciais, chaves, outbox }: Connection, acts: Acts, erased: Set<string>) {
  return acts.run(KEY, async (unit) => {
    const page = await getAll(credenciais.orderBy('__name__').limit(GUESTS))
    if (page.length === 0) return () => false
    const ids = page.map(({ id }) => id)
    const [keys, entries] = await Promise.all([
      getAll(chaves.where('credencialid', 'in', ids)),
      within(ATTEMPT_MS, db.getAll(...ids.map((id) => outbox.doc(id)))),
    ])
    for (const snapshot of [...page, ...keys, ...entries]) unit.track(snapshot)
    return () => {
      for (const { ref } of [...page, ...keys]) unit.delete(ref)
      for (const id of ids) {
        makeDue(unit, outbox.doc(id))
        erased.add(id)
      }
      return true
    }
  })
}

/** Changes a collection page by page. Each page is one transaction, and a retry reads it again. */
async function sweep(
  acts: Acts,
  collection: CollectionReference,
  read: (unit: Unit, page: QueryDocumentSnapshot[]) => Promise<() => void>,
): Promise<void> {
  for (let name: string | null = null; ;) {
    const after: string | null = name
    name = await acts.run(KEY, async (unit) => {
      const page = await pageAfter(collection, after)
      for (const snapshot of page) unit.track(snapshot)
      const change = await read(unit, page)
      return () => {
        change()
        return page.at(-1)?.id ?? null
      }
    })
    if (name === null) return
  }
}

/** Keys whose credencial somebody else erased. */
async function dropStrayKeys({ db, credenciais }: Connection, unit: Unit, page: QueryDocumentSnapshot[]) {
  const owners = page.map((key) => credenciais.doc(String(key.get('credencialid'))))
  const found = owners.length === 0 ? [] : await within(ATTEMPT_MS, db.getAll(...owners))
  return () => {
    page.forEach(({ ref }, index) => {
      if (found[index]?.exists !== true) unit.delete(ref)
    })
  }
}

/** Avips whose credencial is not there: a guest of before, or one somebody else erased. */
function makeStraysDue({ db, credenciais, outbox }: Connection, acts: Acts, ids: string[]) {
  return acts.run(KEY, async (unit) => {
    const [guests, entries] = await Promise.all(
      [credenciais, outbox].map((collection) =>
        within(ATTEMPT_MS, db.getAll(...ids.map((id) => collection.doc(id)))),
      ),
    )
    for (const entry of entries ?? []) unit.track(entry)
    return () => {
      ids.forEach((id, index) => {
        if (guests?.[index]?.exists === false && entries?.[index]?.exists === false)
          makeDue(unit, outbox.doc(id))
      })
    }
  })
}
