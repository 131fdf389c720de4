import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { textOf } from '../../domain/empresa.ts'
import { PREPARO } from '../../domain/imagem.ts'
import { countContacts, type PersonalData } from '../../domain/personal-data.ts'
import { gone, idOf, RECORDS, type Kind, type Stored } from '../../domain/records.ts'
import type { Parte } from '../../domain/tx.ts'
import { fateOf, onErasingOf, PARTES, type On } from '../../domain/words.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { makeDue } from './open-convidado.ts'
import { withoutOrigens } from './pendentes.ts'
import { PAGE, pageAfter } from './picture.ts'
import { recordsOf, refOf, type Plain } from './table.ts'
import type { Document, Unit } from './unit.ts'

/** When everything was erased, and the act of the history that did it, which differs for each erasure. */
export const erasureRef = ({ db }: Pick<Connection, 'db'>) => db.collection('meta').doc('expurgo')
/** The history line of the last erasure, from the mark; empty text before the first. */
export const lastErasureIn = (mark: Document | null | undefined) => textOf(mark?.historicoid)

/** Counts the personal data stored, by aggregations and from the companies. @throws StorageError */
export async function countPersonalData(connection: Connection): Promise<PersonalData> {
  const { credenciais, chaves, convites, entradas, aparelhos, planilhas, andamentos, envios, mesas } =
    connection
  const counted = [
    ...[credenciais, chaves, convites.where('rotulo', '>', '')],
    // Comparing with text leaves out null.
    ...[entradas.where('anotado', '>=', ''), aparelhos.where('nome', '>', ''), planilhas, andamentos],
  ].map(countOf)
  const [counts, companies, noted, sent, erasure] = await Promise.all([
    Promise.all(counted),
    getAll(connection.empresas, DEADLINE_MS),
    getAll(mesas.where('telefone', '>', ''), DEADLINE_MS),
    within(DEADLINE_MS, envios.aggregate({ sum: connection.sumOf('numeros') }).get()),
    within(DEADLINE_MS, erasureRef(connection).get()),
  ])
  const [convidados = 0, keys = 0, rotulos = 0, anotados = 0, nomes = 0, ...uploads] = counts
  const em: unknown = erasure.get('em')
  return {
    convidados,
    chaves: keys,
    rotulos,
    anotados,
    nomes,
    // A recorded upload has only its andamento, and one waiting to be checked only its bytes.
    planilhas: Math.max(...uploads),
    envios: sent.data().sum,
    contatos: countContacts(
      recordsOf('empresas', companies).map((stored) => [stored.empresaid, stored] as const),
      recordsOf('mesas', noted).map(({ empresaid }) => empresaid),
    ),
    apagadoem: typeof em === 'number' ? em : null,
  }
}

/** How many documents a query finds: an aggregation, which reads none of them. */
export const countOf = async (query: Query) => (await within(DEADLINE_MS, query.count().get())).data().count

/**
 * Reads into the unit whether everything was erased and no guest was stored since. The erasure is read first,
 * then the guests: an erasure marks itself once they are gone.
 */
export function trackErased(connection: Connection, unit: Unit): Promise<boolean> {
  const ref = erasureRef(connection)
  return unit.once(ref.path, async () => {
    const erasure = await within(ATTEMPT_MS, ref.get())
    unit.track(erasure)
    return erasure.exists && (await getAll(connection.credenciais.limit(1))).length === 0
  })
}

/** A page of the records an act erases or ends, as one unit of work has read it. */
export interface ErasurePage {
  /** The guests and companies it erases or changes. */
  ids: string[]
  next: string | null
  erase(): void
}

/** A prefix for the names of lists; no document's name contains it. */
const LISTS = '/'

/** Reads the next page into the unit. Guests always come from the first page, as the erased ones leave it. */
export async function readErasure(
  connection: Connection,
  unit: Unit,
  parte: Parte,
  after: string | null,
): Promise<ErasurePage> {
  if (parte === 'convidados') return readConvidados(connection, unit)
  // The companies' lists of reservas come after the reservas themselves.
  if (after?.startsWith(LISTS)) return readLists(connection, unit, after.slice(LISTS.length))
  // The event's own pictures sort before these, and need not be read.
  const from = parte === 'preparos' ? (after ?? PREPARO) : after
  const [kind] = PARTES[parte]
  const page = await readFates(connection, unit, kind, onErasingOf(parte), from)
  if (parte === 'reservas') return { ...page, next: page.next ?? LISTS }
  // A request for more invitations is nobody's contact.
  return parte === 'pedidos' ? { ...page, ids: [] } : page
}

async function readLists({ pendentes }: Connection, unit: Unit, after: string): Promise<ErasurePage> {
  const page = await pageAfter(pendentes, after || null)
  for (const snapshot of page) unit.track(snapshot)
  const last = page.at(-1)
  return {
    ids: [],
    next: last ? `${LISTS}${last.id}` : null,
    erase() {
      for (const { ref } of page) unit.set(ref, withoutOrigens(unit.get(ref) ?? {}))
    },
  }
}

/** Guests of one commit: an `in` query takes 30 values. */
const CONVIDADOS = 30

/** Guests with their keys; their avips become due. */
async function readConvidados({ credenciais, chaves, outbox }: Connection, unit: Unit): Promise<ErasurePage> {
  const page = await getAll(credenciais.orderBy('__name__').limit(CONVIDADOS))
  const ids = page.map(({ id }) => id)
  if (ids.length === 0) return { ids, next: null, erase() {} }
  const [keys] = await Promise.all([
    getAll(chaves.where('credencialid', 'in', ids)),
    unit.read(ids.map((id) => outbox.doc(id))),
  ])
  for (const snapshot of [...page, ...keys]) unit.track(snapshot)
  return {
    ids,
    next: ids.at(-1) ?? null,
    erase() {
      for (const { ref } of [...page, ...keys]) unit.delete(ref)
      for (const id of ids) makeDue(unit, outbox.doc(id))
    },
  }
}

/** A document of these kinds may be incomplete or not ours: the fields it has decide what becomes of it. */
const RAW: readonly Kind[] = ['imagens', 'reservas']

/** The records of documents, as far as deciding what becomes of each requires. */
function fatedIn(kind: Kind, page: QueryDocumentSnapshot[], decide: ReturnType<typeof fateOf>) {
  return page.flatMap((snapshot) => {
    const { id, ref } = snapshot
    const isRaw = decide === gone || RAW.includes(kind)
    const raw = snapshot.data() as Stored[Kind]
    const records = isRaw ? [raw] : recordsOf(kind as Plain, [snapshot])
    return records.flatMap((record) => {
      const fate = decide?.(record)
      return fate ? [{ ref, record, fate, id: isRaw ? id : idOf(kind, record) }] : []
    })
  })
}

/** Reads the next page of a kind into the unit, and treats each record as declared (`domain/records.ts`). */
export async function readFates(
  connection: Connection,
  unit: Unit,
  kind: Exclude<Kind, 'avips' | 'meta'>,
  on: On,
  after: string | null,
  size = PAGE,
): Promise<ErasurePage> {
  const page = await pageAfter(connection[kind], after, { size })
  for (const snapshot of page) unit.track(snapshot)
  const fated = fatedIn(kind, page, fateOf(kind, on))
  const orphans = fated.filter(({ fate }) => fate === 'orphan').map(({ record }) => record)
  const hasOwner = await ownersOf(connection, kind, orphans)
  const changed = fated.filter(({ fate, record }) => fate !== 'orphan' || !hasOwner(record))
  return {
    ids: changed.map(({ id }) => id),
    next: page.at(-1)?.id ?? null,
    erase() {
      for (const { ref, fate } of changed) {
        const stored = unit.get(ref)
        if (stored && typeof fate === 'string') unit.delete(ref)
        else if (stored) unit.set(ref, { ...stored, ...(fate as Document), ...besideOf(kind) })
      }
    },
  }
}

/** The pace of an address is stored beside it. */
const besideOf = (kind: Kind): Document => (kind === 'reservas' ? { ritmo: null } : {})

/** Returns whether the owner of a record is still stored. */
async function ownersOf(connection: Connection, kind: Kind, records: Stored[Kind][]) {
  const { owner } = RECORDS[kind]
  const refIn = (record: Stored[Kind]) =>
    owner && refOf(connection, owner.kind as Plain, owner.idIn(record as never))
  const refs = records.map(refIn).filter((ref) => ref != null)
  const found = refs.length === 0 ? [] : await within(ATTEMPT_MS, connection.db.getAll(...refs))
  const stored = new Set(found.filter(({ exists }) => exists).map(({ ref }) => ref.path))
  return (record: Stored[Kind]) => stored.has(refIn(record)?.path ?? '')
}
