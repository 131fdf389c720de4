import type {
  CollectionReference,
  DocumentReference,
  DocumentSnapshot,
  Query,
  QueryDocumentSnapshot,
} from 'firebase-admin/firestore'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPainel, type Painel } from '../painel.ts'
import { chunksOf, valuesOfEmpresaid } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, isRetryable, within } from './deadline.ts'
import { juncoesIn } from './juncoes.ts'
import { putStored, touchedIn } from './painel-documents.ts'
import {
  type Mark,
  OVERLAP_MS,
  type Seen,
  advanced,
  countSeen,
  forgetSeen,
  instantIn,
  lateIn,
  pageOf,
} from './painel-marks.ts'
import { PAGE, type Picture, larger, pageAfter, readPicture, smaller } from './picture.ts'
import { PESSOAL, canNameDocument, mesaIdOf, recordOf } from './table.ts'
import type { Written } from './unit.ts'

/** The first page of changes. There are usually few; if it is late it is requested again. */
const FIRST = { size: PAGE, ms: ATTEMPT_MS }

/** A board, and how far it has followed storage. */
export interface Followed {
  painel: Painel
  /** Keyed by the name of the collection. */
  marks: Map<string, Mark>
  seen: Seen
  /** When this process last wrote each document, while something possibly older is being read. */
  own: Map<string, string>
  /** Nothing committed after this is on the board, in milliseconds since the epoch. */
  upTo: number
  /** When a page was last read, by Firestore's clock and by this process's. */
  readAt: { theirs: number; ours: number }
  /** Counts the requested pages: one that arrives after it was given up is ignored. */
  turn: number
  /** The most changes on the next page, and how long each of its answers may take. */
  next: { size: number; ms: number }
}

const followedIn = (connection: Connection) => {
  const { chaves, entradas, reservas, historico, desistencias, convites, aparelhos, envios } = connection
  return [chaves, entradas, reservas, historico, desistencias, convites, aparelhos, envios]
}

/** An empty board that is followed from an instant before it is read. */
export async function startFollowing(connection: Connection): Promise<Followed> {
  const { readTime, docs } = await within(ATTEMPT_MS, juncoesIn(connection).get())
  const theirs = readTime.toMillis()
  const from = { at: new Date(theirs - OVERLAP_MS), name: null }
  const mark = { from, again: Infinity, uncounted: null, asOf: theirs }
  const followed: Followed = {
    painel: createPainel(),
    marks: new Map(followedIn(connection).map(({ id }) => [id, mark])),
    seen: new Map(),
    own: new Map(),
    upTo: theirs,
    turn: 0,
    readAt: { theirs, ours: performance.now() },
    next: FIRST,
  }
  // The board does not order history lines: later ones must be put later.
  const linhas = docs.map((line) => recordOf('historico', line.id, line.data()))
  for (const linha of linhas.sort((a, b) => a.em - b.em)) followed.painel.putLinha(linha)
  return followed
}

/** Everything committed before this is on the board, in milliseconds since the epoch by Firestore's clock. */
export function asOfIn({ marks }: Followed): number {
  return Math.min(...[...marks.values()].map(({ asOf }) => asOf))
}

/** Reads everything, page by page. Changes made meanwhile may be included or not. */
export async function readAll(connection: Connection, followed: Followed): Promise<void> {
  const { credenciais, chaves, reservas, entradas, desistencias, empresas, mesas } = connection
  const { convites, aparelhos, envios } = connection
  const readEach = async (query: Query) => {
    let size = PAGE
    for (let name: string | null = null; ;) {
      const after: string | null = name
      const read = () => pageAfter(query, after, { size, ms: DEADLINE_MS })
      const page: QueryDocumentSnapshot[] = await patiently(read, () => (size = smaller(size)))
      for (const found of page) put(followed, found)
      const last = page.at(-1)
      if (!last || page.length < size) return
      name = last.id
      size = larger(size)
    }
  }
  await Promise.all([
    ...[credenciais, chaves, entradas, empresas, mesas, convites, aparelhos, envios].map(readEach),
    ...['usada', 'pendente', PESSOAL].map((estado) => readEach(reservas.where('estado', '==', estado))),
    readEach(desistencias.where('desfeitaem', '==', null)),
  ])
}

const TRIES_MAX = 5

/** One late page must not throw away all the pages read before it. */
async function patiently<Result>(read: () => Promise<Result>, onFailed: () => void): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await read()
    } catch (cause) {
      if (!isRetryable(cause) || tries === TRIES_MAX) throw cause
      onFailed()
      await sleep(50 * 2 ** tries, undefined, { ref: false })
    }
  }
}

/** The state after a page of changes: more of them, none, or an incomplete board to be read again. */
export type FollowUp = 'more' | 'whole' | 'lacking'

/**
 * Applies the next page of changes in each collection; on failure the board stays as it was, and so do the
 * marks. If more follow, the next page is larger; after a page that did not arrive, it is smaller and may
 * take longer.
 * @param isCounted whether to count as well, if nothing more changed, because another product's writes leave
 * no trace of when
 */
export async function follow(
  connection: Connection,
  followed: Followed,
  isCounted: boolean,
): Promise<FollowUp> {
  const { size, ms } = followed.next
  try {
    const found = await followPage(connection, followed, { isCounted, size, ms })
    followed.next = found === 'more' ? { size: larger(size), ms: DEADLINE_MS } : FIRST
    return found
  } catch (cause) {
    followed.next = { size: smaller(size), ms: DEADLINE_MS }
    throw cause
  }
}

/** A page of each collection, read from one picture. */
function followPage(
  connection: Connection,
  followed: Followed,
  { isCounted, size, ms }: { isCounted: boolean; size: number; ms: number },
): Promise<FollowUp> {
  const { painel, marks, seen } = followed
  const { credenciais, empresas, mesas } = connection
  const turn = ++followed.turn
  return readPicture(connection, ms, async (picture) => {
    const isSeen = ({ ref, updateTime }: QueryDocumentSnapshot) =>
      seen.get(ref.path)?.version === updateTime.valueOf()
    const readPage = async (collection: CollectionReference) => {
      const { docs, readTime } = await picture.query(pageOf(collection, marks.get(collection.id), size))
      const uncounted = isCounted ? (marks.get(collection.id)?.uncounted ?? null) : null
      const isCertain = uncounted && readTime.toMillis() >= uncounted.until + OVERLAP_MS
      const late = isCertain ? await lateIn(picture, collection, uncounted, seen) : null
      const fresh = docs.filter((found) => !isSeen(found))
      return { collection, docs, readTime, late, fresh, isFull: docs.length === size }
    }
    const [pages, counted] = await Promise.all([
      Promise.all(followedIn(connection).map(readPage)),
      isCounted &&
        Promise.all([
          picture.count(credenciais),
          picture.sum(empresas, 'icredencial'),
          picture.sum(empresas, 'licredencial'),
        ]),
    ])
    const fresh = pages.flatMap((page) => page.fresh)
    const told = touchedIn(fresh, painel)
    const areAllMesas = told.mesas.includes('')
    const [beside, all, companies] = await Promise.all([
      readDocuments(picture, [
        ...told.convidados.filter(canNameDocument).map((id) => credenciais.doc(id)),
        ...(areAllMesas ? [] : told.mesas.map((empresaid) => mesas.doc(mesaIdOf(empresaid)))),
      ]),
      areAllMesas ? picture.query(mesas) : null,
      readEmpresasOf(connection, picture, painel, told.empresas),
    ])

    // The page was given up, or is complete: nothing is awaited from here on.
    if (followed.turn !== turn) return 'more'
    followed.turn++
    for (const found of [...fresh, ...beside, ...(all?.docs ?? []), ...companies]) put(followed, found)
    const theirs = Math.max(...pages.map(({ readTime }) => readTime.toMillis()))
    followed.readAt = { theirs, ours: performance.now() }
    followed.upTo = Math.max(followed.upTo, theirs)
    for (const { collection, docs, late, isFull } of pages) {
      for (const found of docs) {
        const version = found.updateTime.valueOf()
        seen.set(found.ref.path, { version, at: instantIn(found).toMillis() })
      }
      const mark = marks.get(collection.id)
      const last = isFull ? docs.at(-1) : undefined
      const isMany = countSeen(seen, collection, theirs - OVERLAP_MS, Infinity) >= PAGE
      if (mark) marks.set(collection.id, advanced(mark, last, { readAt: theirs, isMany, late }))
    }
    forgetSeen(followed)
    const convidados = painel.convidados().size
    if (pages.some(({ isFull, late }) => isFull || late === true)) return 'more'
    if (told.isErased) return 'lacking'
    // Writes of this process since the picture are on the board, but not in the counts.
    if (!counted || [...followed.own.values()].some((at) => at > String(pages[0]?.readTime.valueOf())))
      return 'whole'
    const [confirmados, convites, usados] = counted
    const isWhole = convidados === confirmados && sumIn(painel, 'icredencial') === convites
    return isWhole && sumIn(painel, 'licredencial') === usados ? 'whole' : 'lacking'
  })
}

/** Applies the documents that this process has written, so that it sees them at once. */
export function takeOwn(followed: Followed, written: Written[]): void {
  for (const { ref, document, at } of written) {
    const instant = at.valueOf()
    if ((followed.own.get(ref.path) ?? '') > instant) continue
    putStored(followed.painel, ref, document)
    followed.own.set(ref.path, instant)
    followed.seen.set(ref.path, { version: instant, at: at.toMillis() })
    followed.upTo = Math.max(followed.upTo, at.toMillis())
  }
}

/** Puts a document on the board as it was read, unless this process has written it since. */
function put({ painel, own }: Followed, found: DocumentSnapshot): void {
  const { ref, updateTime, readTime } = found
  if ((own.get(ref.path) ?? '') <= (updateTime ?? readTime).valueOf())
    putStored(painel, ref, found.data() ?? null)
}

/** The sum of a field over all companies as Firestore sums it: text is not a number. */
function sumIn({ empresas }: Painel, field: 'icredencial' | 'licredencial'): number {
  const values = [...empresas.values()].map((stored) => stored[field])
  return values.reduce<number>((sum, value) => (typeof value === 'number' ? sum + value : sum), 0)
}

const DOCUMENTS = 300

async function readDocuments(picture: Picture, refs: DocumentReference[]): Promise<DocumentSnapshot[]> {
  const found = chunksOf(refs, DOCUMENTS).map((chunk) => picture.documents(chunk))
  return (await Promise.all(found)).flat()
}

/** The documents of these companies: by the board's names, others by their id, which may be a number. */
async function readEmpresasOf(
  { empresas }: Connection,
  picture: Picture,
  painel: Painel,
  empresaids: string[],
): Promise<DocumentSnapshot[]> {
  if (empresaids.includes('')) return (await picture.query(empresas)).docs
  const names = new Map<string, string[]>()
  for (const [name, { empresaid }] of painel.empresas)
    names.set(String(empresaid), [...(names.get(String(empresaid)) ?? []), name])
  const known = empresaids.flatMap((id) => names.get(id) ?? [])
  const values = empresaids.filter((id) => !names.has(id)).flatMap(valuesOfEmpresaid)
  const [read, found] = await Promise.all([
    readDocuments(
      picture,
      known.map((name) => empresas.doc(name)),
    ),
    Promise.all(chunksOf(values).map((chunk) => picture.query(empresas.where('empresaid', 'in', chunk)))),
  ])
  return [...read, ...found.flatMap(({ docs }) => docs)]
}
