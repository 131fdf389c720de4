import type { CollectionReference, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import type { Rastro } from '../../domain/rastro.ts'
import type { Acts } from './acts.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { reservaFrom } from './documents.ts'
import type { Document, Unit } from './unit.ts'

const PAGE = 300

/** A page of what was made from one instant on and before another, by the field every document of ours has. */
async function pageOf(
  collection: CollectionReference,
  [from, before]: readonly [number, number],
  last: QueryDocumentSnapshot | null,
): Promise<QueryDocumentSnapshot[]> {
  const page = collection
    .where('criadaem', '>=', from)
    .where('criadaem', '<', before)
    .orderBy('criadaem')
    .limit(PAGE)
  return getAll(last === null ? page : page.startAfter(last))
}

async function* madeSince(
  collection: CollectionReference,
  from: number,
): AsyncIterable<QueryDocumentSnapshot> {
  for (let last: QueryDocumentSnapshot | null = null; ;) {
    const page: QueryDocumentSnapshot[] = await pageOf(collection, [from, Infinity], last)
    yield* page
    last = page.at(-1) ?? null
    if (!last || page.length < PAGE) return
  }
}

/** Registrations from an instant on whose address is still known. */
export async function listRastros(connection: Connection, since: number): Promise<Rastro[]> {
  const { db, reservas, chaves, credenciais } = connection
  const rastros: Rastro[] = []
  for await (const snapshot of madeSince(reservas, since)) {
    const { estado, credencialid, origem, empresaid, criadaem } = reservaFrom(snapshot.id, snapshot.data())
    if (estado === 'usada' && credencialid !== null && origem !== null)
      rastros.push({ credencialid, origem, empresaid, criadaem })
  }
  for await (const snapshot of madeSince(chaves, since)) {
    const { credencialid, origem, criadaem, reservaid } = snapshot.data()
    if (typeof origem === 'string' && reservaid === null)
      rastros.push({
        credencialid: String(credencialid),
        origem,
        empresaid: null,
        criadaem: Number(criadaem),
      })
  }
  // A spent invitation stays spent when its guest was removed.
  const here: Rastro[] = []
  for (let from = 0; from < rastros.length; from += PAGE) {
    const page = rastros.slice(from, from + PAGE)
    const refs = page.map(({ credencialid }) => credenciais.doc(credencialid))
    const found = await within(ATTEMPT_MS, db.getAll(...refs))
    here.push(...page.filter((_, index) => found[index]?.exists === true))
  }
  return here
}

/** Until when addresses are erased from the reservas; absent when nobody knows. */
const progressOf = ({ db }: Connection) => db.collection('meta').doc('origens')

/**
 * Erases the addresses of what was made before an instant, page by page. A key loses its time with its address, so it is
 * not found again. A reserva keeps its time: how far all processes have come is written down, or each pass would read
 * every reserva there is.
 */
export async function forgetOrigens(connection: Connection, acts: Acts, before: number): Promise<void> {
  const { reservas, chaves } = connection
  await forgetPages(acts, chaves, [0, before], { origem: null, criadaem: null })
  const progress = progressOf(connection)
  const done = Number((await within(ATTEMPT_MS, progress.get())).get('ate') ?? 0)
  if (!(await forgetPages(acts, reservas, [done, before], { origem: null, ritmo: null }))) return
  await acts.run('origens', async (unit) => {
    unit.track(await within(ATTEMPT_MS, progress.get()))
    return () => unit.set(progress, { ate: before })
  })
}

/** @returns false when there was nothing */
async function forgetPages(
  acts: Acts,
  collection: CollectionReference,
  range: readonly [number, number],
  erased: Document,
): Promise<boolean> {
  for (let last: QueryDocumentSnapshot | null = null; ;) {
    const after: QueryDocumentSnapshot | null = last
    const page: QueryDocumentSnapshot[] = await acts.run('origens', async (unit) => {
      const found = await pageOf(collection, range, after)
      for (const snapshot of found) unit.track(snapshot)
      return () => {
        for (const { ref } of found) unit.set(ref, { ...unit.get(ref), ...erased })
        return found
      }
    })
    last = page.at(-1) ?? null
    if (!last || page.length < PAGE) return after !== null || last !== null
  }
}

/** Makes the next pass look at every reserva again: those carried in from another storage may be of any time. */
export async function trackProgress(connection: Connection, unit: Unit): Promise<() => void> {
  const progress = progressOf(connection)
  unit.track(await within(ATTEMPT_MS, progress.get()))
  return () => {
    if (unit.get(progress)) unit.delete(progress)
  }
}
