import type { CollectionReference, Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { PREPARO } from '../../domain/imagem.ts'
import { contactsIn, countContacts, hasContacts, type PersonalData } from '../../domain/personal-data.ts'
import type { Parte } from '../../domain/tx.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { readEmpresas } from './empresa-repo.ts'
import { makeDue } from './open-convidado.ts'
import { withoutOrigens } from './pendentes.ts'
import { pageAfter } from './picture.ts'
import { PESSOAL, text } from './table.ts'
import type { Document, Unit } from './unit.ts'

/** When everything was erased, and by which act of the history: another one at each erasure. */
export const erasureRef = ({ db }: Pick<Connection, 'db'>) => db.collection('meta').doc('expurgo')
/** The line of the last erasure, as the mark was read; empty text before the first. */
export const lastErasureIn = (mark: Document | null | undefined) => text(mark?.historicoid)

/** Counts what is stored of persons: aggregations, and the companies. @throws StorageError */
export async function countPersonalData(connection: Connection): Promise<PersonalData> {
  const { credenciais, chaves, convites, entradas, aparelhos, planilhas, andamentos, mesas } = connection
  const countOf = async (query: Query) => (await within(DEADLINE_MS, query.count().get())).data().count
  const [
    convidados,
    chavesCount,
    rotulos,
    anotados,
    nomes,
    waiting,
    told,
    companies,
    noted,
    envios,
    erasure,
  ] = await Promise.all([
    countOf(credenciais),
    countOf(chaves),
    countOf(convites.where('rotulo', '>', '')),
    // Of null and text only text is compared with text.
    countOf(entradas.where('anotado', '>=', '')),
    countOf(aparelhos.where('nome', '>', '')),
    countOf(planilhas),
    countOf(andamentos),
    readEmpresas(connection),
    getAll(mesas.where('telefone', '>', ''), DEADLINE_MS),
    within(DEADLINE_MS, connection.envios.aggregate({ sum: connection.sumOf('numeros') }).get()),
    within(DEADLINE_MS, erasureRef(connection).get()),
  ])
  const em: unknown = erasure.get('em')
  return {
    convidados,
    chaves: chavesCount,
    rotulos,
    anotados,
    nomes,
    // One that was recorded may be told of alone, and one that waits to be checked be there alone.
    planilhas: Math.max(waiting, told),
    envios: envios.data().sum,
    contatos: countContacts(
      [...companies.found].map(([id, company]) => [id, company.data()] as const),
      noted.map((mesa) => text(mesa.get('empresaid'))),
    ),
    apagadoem: typeof em === 'number' ? em : null,
  }
}

/**
 * Reads into the unit whether everything was erased and no guest is stored since. The erasure first, then the guests: an
 * erasure marks itself once they are gone.
 */
export function trackErased(connection: Connection, unit: Unit): Promise<boolean> {
  const ref = erasureRef(connection)
  return unit.once(ref.path, async () => {
    const erasure = await within(ATTEMPT_MS, ref.get())
    unit.track(erasure)
    return erasure.exists && (await getAll(connection.credenciais.limit(1))).length === 0
  })
}

/** Guests of one commit: a query by `in` takes 30 values. */
const CONVIDADOS = 30

/** A page of what is to be erased, as one unit of work has read it. */
export interface ErasurePage {
  ids: string[]
  next: string | null
  erase(): void
}

/** Reads the next page into the unit. Erased guests leave the first one to others. */
export async function readErasure(
  connection: Connection,
  unit: Unit,
  parte: Parte,
  after: string | null,
): Promise<ErasurePage> {
  if (parte === 'convidados') return readConvidados(connection, unit)
  // What tells of reservas in their companies' lists comes after them.
  if (parte === 'reservas' && after?.startsWith(LISTS)) return readLists(connection, unit, after)
  // Pictures stand before it by name, and need not be read.
  const from = parte === 'preparos' ? (after ?? PREPARO) : after
  const page = await pageAfter(collectionOf(connection, parte), from)
  for (const snapshot of page) unit.track(snapshot)
  const orphans = parte === 'chaves' ? await withoutOwner(connection, page) : null
  const changed = page.filter(({ ref }) => {
    const stored = unit.get(ref)
    return stored && (orphans ? orphans.has(ref.id) : leftOf(parte, stored) !== stored)
  })
  return {
    ids: changed.map((one) => (isOfEmpresa(parte) ? text(one.get('empresaid')) : one.id)),
    next: page.at(-1)?.id ?? (parte === 'reservas' ? LISTS : null),
    erase() {
      for (const { ref } of changed) {
        const stored = unit.get(ref)
        const left = stored && !orphans ? leftOf(parte, stored) : null
        if (left) unit.set(ref, left)
        else if (stored) unit.delete(ref)
      }
    },
  }
}

/** Before the names of lists; no document's name has one. */
const LISTS = '/'

async function readLists({ pendentes }: Connection, unit: Unit, after: string): Promise<ErasurePage> {
  const page = await pageAfter(pendentes, after.slice(LISTS.length) || null)
  for (const snapshot of page) unit.track(snapshot)
  const last = page.at(-1)
  return {
    ids: page.map(({ id }) => id),
    next: last ? `${LISTS}${last.id}` : null,
    erase() {
      for (const { ref } of page) unit.set(ref, withoutOrigens(unit.get(ref) ?? {}))
    },
  }
}

function collectionOf(connection: Connection, parte: Exclude<Parte, 'convidados'>): CollectionReference {
  switch (parte) {
    case 'contatos':
      return connection.empresas
    case 'preparos':
      return connection.imagens
    default:
      return connection[parte]
  }
}

const isOfEmpresa = (parte: Parte) => parte === 'contatos' || parte === 'mesas'

/** What is left of a document; the same one where there is nothing to erase, null where all of it goes. */
function leftOf(parte: Exclude<Parte, 'convidados'>, stored: Document): Document | null {
  switch (parte) {
    case 'contatos':
      return stored.empresaid === undefined || !hasContacts(stored)
        ? stored
        : { ...stored, ...contactsIn(stored) }
    case 'mesas':
      return text(stored.telefone) === '' ? stored : { ...stored, telefone: '' }
    case 'reservas': {
      const isHeld = stored.estado === 'pendente' || stored.estado === PESSOAL
      return { ...stored, origem: null, ritmo: null, sid: isHeld ? stored.sid : '' }
    }
    case 'convites':
      return { ...stored, rotulo: '' }
    case 'aparelhos':
      return { ...stored, nome: '' }
    case 'pareamentos':
      return stored.fechadoem === null ? stored : null
    case 'entradas':
      return typeof stored.anotado === 'string' ? { ...stored, anotado: null } : stored
    case 'preparos':
      return text(stored.imagemid).startsWith(PREPARO) ? null : stored
    case 'chaves':
    case 'desistencias':
    case 'envios':
      return null
    default:
      return parte satisfies never
  }
}

/** Guests with their keys; their avips become due. */
async function readConvidados(
  { db, credenciais, chaves, outbox }: Connection,
  unit: Unit,
): Promise<ErasurePage> {
  const page = await getAll(credenciais.orderBy('__name__').limit(CONVIDADOS))
  const ids = page.map(({ id }) => id)
  if (ids.length === 0) return { ids, next: null, erase() {} }
  const [keys, entries] = await Promise.all([
    getAll(chaves.where('credencialid', 'in', ids)),
    within(ATTEMPT_MS, db.getAll(...ids.map((id) => outbox.doc(id)))),
  ])
  for (const snapshot of [...page, ...keys, ...entries]) unit.track(snapshot)
  return {
    ids,
    next: ids.at(-1) ?? null,
    erase() {
      for (const { ref } of [...page, ...keys]) unit.delete(ref)
      for (const id of ids) makeDue(unit, outbox.doc(id))
    },
  }
}

/** Keys whose credencial somebody else erased. */
async function withoutOwner({ db, credenciais }: Connection, page: QueryDocumentSnapshot[]) {
  const owners = page.map((key) => credenciais.doc(String(key.get('credencialid'))))
  const found = owners.length === 0 ? [] : await within(ATTEMPT_MS, db.getAll(...owners))
  return new Set(page.filter((_, index) => found[index]?.exists !== true).map(({ id }) => id))
}
