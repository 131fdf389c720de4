import type { CollectionReference, Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { pendentesRef, withoutOrigens } from './pendentes.ts'
import type { Queues } from './run-transaction.ts'
import type { Document, Unit } from './unit.ts'

/**
 * Erases the recibos that no longer count, page by page. A key that changed meanwhile is read again with its
 * page: a guest just paid for has a recibo that counts.
 * @returns how many were erased
 */
export async function forgetFormCookies(
  { chaves }: Connection,
  queues: Queues,
  now: number,
): Promise<number> {
  const ended = chaves.where('reciboate', '<=', now).orderBy('reciboate')
  return forgetPages(queues, 'recibos', ended, { recibo: null, reciboate: null })
}

/** Documents of one commit: Firestore takes 500 writes. */
const PAGE = 300

/** The documents made from one instant until before another, by the field all of ours have. */
const madeIn = (collection: CollectionReference, from: number, before: number) =>
  collection.where('criadaem', '>=', from).where('criadaem', '<', before).orderBy('criadaem')

/** How far addresses are erased from the reservas; absent when unknown. */
const progressOf = ({ db }: Connection) => db.collection('meta').doc('origens')

/**
 * Erases the addresses of records made before an instant, page by page. A key loses its time with its
 * address, so it is not found again. A reserva keeps its time, so the progress of all processes is stored;
 * otherwise each pass would read every reserva there is.
 */
export async function forgetOrigens(connection: Connection, queues: Queues, before: number): Promise<void> {
  const { reservas, chaves } = connection
  await forgetPages(queues, 'origens', madeIn(chaves, 0, before), { origem: null, criadaem: null })
  const progress = progressOf(connection)
  const done = Number((await within(ATTEMPT_MS, progress.get())).get('ate') ?? 0)
  const companies = new Set<string>()
  const note = (page: QueryDocumentSnapshot[]) => {
    for (const reserva of page) companies.add(String(reserva.get('empresaid')))
  }
  const made = madeIn(reservas, done, before)
  if ((await forgetPages(queues, 'origens', made, { origem: null, ritmo: null }, note)) === 0) return
  for (const empresaid of companies) await forgetInList(connection, queues, empresaid, before)
  await queues.run('origens', async (unit) => {
    unit.track(await within(ATTEMPT_MS, progress.get()))
    return () => unit.set(progress, { ate: before })
  })
}

/** Erases from a company's list the addresses of entries made before an instant. */
function forgetInList(
  connection: Connection,
  queues: Queues,
  empresaid: string,
  before: number,
): Promise<void> {
  const ref = pendentesRef(connection, empresaid)
  return queues.run(`empresa/${empresaid}`, async (unit) => {
    unit.track(await within(ATTEMPT_MS, ref.get()))
    return () => {
      const stored = unit.get(ref)
      if (stored) unit.set(ref, withoutOrigens(stored, before))
    }
  })
}

/** @returns how many documents there were */
async function forgetPages(
  queues: Queues,
  queue: string,
  ordered: Query,
  erased: Document,
  onPage: (page: QueryDocumentSnapshot[]) => void = () => {},
): Promise<number> {
  let forgotten = 0
  for (let last: QueryDocumentSnapshot | null = null; ;) {
    const after: QueryDocumentSnapshot | null = last
    const page: QueryDocumentSnapshot[] = await queues.run(queue, async (unit) => {
      const some = ordered.limit(PAGE)
      const found = await getAll(after === null ? some : some.startAfter(after))
      for (const snapshot of found) unit.track(snapshot)
      return () => {
        for (const { ref } of found) unit.set(ref, { ...unit.get(ref), ...erased })
        return found
      }
    })
    onPage(page)
    forgotten += page.length
    last = page.at(-1) ?? null
    if (!last || page.length < PAGE) return forgotten
  }
}

/** Makes the next pass check every reserva again: those transferred from elsewhere may have any date. */
export async function trackProgress(connection: Connection, unit: Unit): Promise<() => void> {
  const progress = progressOf(connection)
  unit.track(await within(ATTEMPT_MS, progress.get()))
  return () => {
    if (unit.get(progress)) unit.delete(progress)
  }
}
