import type { DocumentReference, DocumentSnapshot, Query } from 'firebase-admin/firestore'
import type { Chave } from '../../domain/acesso.ts'
import { PACE_MS } from '../../domain/convites-per-address.ts'
import { textOf } from '../../domain/empresa.ts'
import { TIPOS } from '../../domain/envio.ts'
import { own } from '../../domain/own.ts'
import { EXPURGO } from '../../domain/questions.ts'
import { newMesa, type Mesa } from '../../domain/mesa.ts'
import { EVENTO, isBounds, RECORDS, type Kind, type Stored } from '../../domain/records.ts'
import { isPessoal, type Reserva } from '../../domain/reserva.ts'
import type { Connection } from './connection.ts'
import type { Document } from './unit.ts'

/**
 * The kinds with one document for each record. Avips are in the realtime database, notes on messages in
 * folders (`envio-repo.ts`), the bytes of uploads and pictures in parts.
 */
export type Plain = Exclude<Kind, 'avips' | 'envios' | 'planilhas' | 'imagens'>

/** How a kind is stored in its collection, if not each field by its name, under the id. */
interface Table<Record> {
  /** Maps ids to document names, where not every id can be one. */
  names?: { nameOf: (id: string) => string; idOf: (name: string) => string }
  /** The time of a change is stored with the fields, by the clock all processes share: boards follow it. */
  isFollowed?: true
  to?: (record: Record) => Document
  from?: (stored: Document, name: string) => Record
  /** False for a document that is not a record of ours. */
  isRecord?: (stored: Document, name: string) => boolean
}

/** Whether an id can name a document; if not, nothing is stored under it. Other products' may be any text. */
export function canNameDocument(id: string): boolean {
  const isTaken = /^(\.{0,2}|__.*__)$/s.test(id)
  return !isTaken && !/[/\p{Surrogate}]/u.test(id) && Buffer.byteLength(id) <= 1_500
}

/** Names that begin and end with `__` are reserved by Firestore, and a hash might. */
const HASHES = { nameOf: (hash: string) => `k${hash}`, idOf: (name: string) => name.slice(1) }

/** An id from another product may not be a valid document name. */
const EMPRESAIDS = {
  nameOf: (empresaid: string) => `m${Buffer.from(empresaid).toString('base64url')}`,
  idOf: (name: string) => Buffer.from(name.slice(1), 'base64url').toString(),
}

export const chaveIdOf = HASHES.nameOf
export const chaveOfId = HASHES.idOf
export const mesaIdOf = EMPRESAIDS.nameOf
export const empresaidOfMesa = EMPRESAIDS.idOf

/** The stored state of a personal invitation's hold: a claim reads every pendente of its company. */
export const PESSOAL = 'pessoal'

const ESTADOS: readonly string[] = ['pendente', 'usada', 'liberada'] satisfies Reserva['estado'][]

const TABLES: { [K in Plain]: Table<Stored[K]> } = {
  // Identified by the field: the document may have another name, and its fields are another product's.
  empresas: {
    from: (stored) => ({ ...stored, empresaid: textOf(stored.empresaid) }),
    isRecord: (stored) => textOf(stored.empresaid) !== '',
  },
  credenciais: {},
  chaves: { names: HASHES, isFollowed: true, to: (chave) => without(chave, 'chave') },
  reservas: {
    isFollowed: true,
    /**
     * `ritmo` is stored with the fields, the address and the minute it was made in: the pace of an address is
     * then found by equality, which needs no composite index and reads no more than two minutes.
     */
    to(reserva) {
      const { origem, criadaem } = reserva
      const estado = isPessoal(reserva) ? PESSOAL : reserva.estado
      return { ...reserva, estado, ritmo: origem === null ? null : ritmoAt(origem, criadaem) }
    },
    /** @throws Error for one that is not ours: only this product writes there */
    from(stored, reservaid) {
      const estado = stored.estado === PESSOAL ? 'pendente' : stored.estado
      if (!ESTADOS.includes(textOf(estado)) || typeof stored.expiraem !== 'number')
        throw new Error(`[firebase] reserva ${reservaid} is not one of ours`)
      const credencialid = stored.credencialid === null ? null : textOf(stored.credencialid)
      return { ...plainFrom('reservas', { ...stored, estado }, reservaid), credencialid }
    },
  },
  aparelhos: { isFollowed: true },
  pareamentos: { names: HASHES },
  entradas: { isFollowed: true },
  historico: {
    isFollowed: true,
    /** The texts it is listed by are stored beside the fields: one field gives its position in a list. */
    to(linha) {
      const { quem, ato, alvo } = linha
      const ordem = ordemOf(linha)
      const listas = {
        todos: ordem,
        quem: listaOf([quem], ordem),
        ato: listaOf([ato], ordem),
        alvo: listaOf([alvo], ordem),
        quemato: listaOf([quem, ato], ordem),
      }
      return { ...linha, listas }
    },
  },
  convites: { isFollowed: true },
  mesas: { names: EMPRESAIDS },
  desistencias: { isFollowed: true },
  textos: {
    to: (texto) => without(texto, 'tipo'),
    isRecord: (_, name) => TIPOS.some((tipo) => tipo === name),
  },
  // As text, beside its version: Firestore refuses undefined fields.
  eventos: {
    to: (evento) => ({ versao: evento.versao, gravado: JSON.stringify(evento) }),
    from: ({ gravado }) => JSON.parse(textOf(gravado)) as Stored['eventos'],
  },
  andamentos: {},
  importados: {},
  meta: {
    to: ({ valor }) => ({ valor }),
    from: (stored, nome) => ({ nome, valor: textOf(nome === EXPURGO ? stored.historicoid : stored.valor) }),
  },
}

/** Sorts as `em`, then historicoid. */
export function ordemOf({ em, historicoid }: Pick<Stored['historico'], 'em' | 'historicoid'>): string {
  return `${String(em).padStart(15, '0')} ${historicoid}`
}

/** The position of an act among those with these values; ids contain no line ends. */
export function listaOf(values: string[], ordem: string): string {
  return [...values, ordem].join('\n')
}

/** The possible values of `ritmo` for records an address made within the last PACE_MS. */
export function ritmosOf(origem: string, now: number): string[] {
  return [ritmoAt(origem, now), ritmoAt(origem, now - PACE_MS)]
}

const ritmoAt = (origem: string, instant: number) => `${origem}/${Math.floor(instant / PACE_MS)}`

/** The document of a record; null for an impossible id. A stored company is found by its field instead. */
export function refOf(connection: Connection, kind: Plain, id: string): DocumentReference | null {
  const name = TABLES[kind].names?.nameOf(id) ?? id
  return canNameDocument(name) ? connection[kind].doc(name) : null
}

/** The record of a document, even another product's: missing fields get their empty values. */
export function recordOf<K extends Plain>(kind: K, name: string, stored: Document): Stored[K] {
  return TABLES[kind].from?.(stored, name) ?? plainFrom(kind, stored, name)
}

/** The data stored under a natural key. */
export function chaveFrom(stored: Document): Chave {
  const { chave: _, ...chave } = recordOf('chaves', '', stored)
  return chave
}

export function mesaFrom(empresaid: string, stored: Document | null | undefined): Mesa {
  return stored ? recordOf('mesas', mesaIdOf(empresaid), stored) : newMesa(empresaid)
}

/** The single document of the event. */
export const eventoRef = ({ eventos }: Connection) => eventos.doc(EVENTO)

export const eventoFrom = (stored: Document | null | undefined) =>
  stored ? recordOf('eventos', EVENTO, stored) : null

/** The records of documents; documents that are not ours are left out. */
export function recordsOf<K extends Plain>(kind: K, found: DocumentSnapshot[]): Stored[K][] {
  return recordsIn(
    kind,
    found.flatMap((snapshot) => {
      const document = snapshot.data()
      return document ? [{ id: snapshot.id, document }] : []
    }),
  )
}

export function recordsIn<K extends Plain>(
  kind: K,
  found: { id: string; document: Document }[],
): Stored[K][] {
  const { isRecord = () => true } = TABLES[kind]
  return found.flatMap(({ id, document }) => (isRecord(document, id) ? [recordOf(kind, id, document)] : []))
}

/** The fields of a record's document, without the time of its change. */
export function fieldsOf<K extends Plain>(kind: K, record: Stored[K]): Document {
  return TABLES[kind].to?.(record) ?? { ...record }
}

/** The document of a record, written now. */
export function documentOf<K extends Plain>(
  { serverTime }: Pick<Connection, 'serverTime'>,
  kind: K,
  record: Stored[K],
): Document {
  return { ...fieldsOf(kind, record), ...changeOf({ serverTime }, kind) }
}

/** The time of a change, for a document that boards follow. */
export const changeOf = ({ serverTime }: Pick<Connection, 'serverTime'>, kind: Plain): Document =>
  TABLES[kind].isFollowed ? { mudouem: serverTime } : {}

/** Its fields without the one that names the document. */
const without = (record: object, name: string) =>
  Object.fromEntries(Object.entries(record).filter(([field]) => field !== name))

/** V8 knows the fields of a copied literal; other objects become dictionaries, and make a large board. */
function plainFrom<K extends Plain>(kind: K, stored: Document, name: string): Stored[K] {
  const { key, empty } = RECORDS[kind]
  const record: Document = { ...empty }
  for (const [field, none] of Object.entries(empty ?? {})) {
    const value =
      field === key[0] ? (TABLES[kind].names?.idOf(name) ?? name) : valueOf(own(stored, field), none)
    Reflect.set(record, field, value)
  }
  return record as unknown as Stored[K]
}

function valueOf(value: unknown, none: unknown): unknown {
  if (typeof none === 'string') return textOf(value)
  // A field that may be null holds text or a number.
  if (none === null) return typeof value === 'string' || typeof value === 'number' ? value : null
  return typeof value === typeof none ? value : none
}

/** A query for Firestore's own indexes: by its bounds, or else by equality; the caller filters the rest. */
export function queryOf(collection: Query, where: Document, limit?: number): Query {
  let query = collection
  const bounds = Object.entries(where).filter(([, wanted]) => isBounds(wanted))
  for (const [field, wanted] of bounds.length > 0 ? bounds : Object.entries(where)) {
    if (!isBounds(wanted)) {
      query = query.where(field, '==', wanted)
      continue
    }
    const { above, atMost, below, not } = wanted
    if (above !== undefined) query = query.where(field, '>', above)
    if (atMost !== undefined) query = query.where(field, '<=', atMost)
    if (below !== undefined) query = query.where(field, '<', below)
    // In a field of null and text, only text compares with text.
    if (not !== undefined) query = query.where(field, not === null ? '>=' : '>', '')
  }
  return limit === undefined ? query : query.limit(limit)
}
