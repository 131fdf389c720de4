import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import type { Credencial } from '../../domain/credencial.ts'
import type { Desistencia } from '../../domain/desistencia.ts'
import { admissionsIn, instantOf, type Entrada } from '../../domain/entrada.ts'
import { searchableOf, type Searchable } from '../../domain/guest-search.ts'
import type { Rastro } from '../../domain/rastro.ts'
import { semelhanteOf } from '../../domain/same-person.ts'
import { foldText } from '../../domain/text.ts'
import { chunksOf } from './allotment.ts'
import type { Connection } from './connection.ts'
import { chaveFrom, credencialFrom, desistenciaFrom, entradaFrom, text } from './documents.ts'
import { byGuest, followed, type Juncoes } from './juncoes.ts'
import { documentsOf, type Picture } from './picture.ts'
import type { Document } from './unit.ts'

/** A guest as the board finds and shows them. */
export interface Guest {
  credencial: Credencial
  versao: number
  /** The company that pays; null for none. */
  empresaid: string | null
  /** Where the registration came from: the address that claimed, or that registered without a company. */
  rastro: Pick<Rastro, 'origem' | 'criadaem'> | null
  /** All facts of them, and of those who were merged into them. */
  entradas: Entrada[]
  /** When first admitted; null while outside. */
  dentroDesde: number | null
  /** While it holds. */
  desistencia: Desistencia | null
  /** Folded. */
  nome: string
  searchable: Searchable
  semelhante: string
}

/** Guests, and what is stored of those who are not. */
export interface GuestsRead {
  /** By credencialid. */
  guests: Map<string, Guest>
  /** Facts that name a guest who is not stored, by that credencialid. */
  soltas: Map<string, Entrada[]>
}

/** Every guest, page by page. What changes meanwhile may be there or not. */
export async function readGuests(connection: Connection, juncoes: Juncoes): Promise<GuestsRead> {
  const { credenciais, chaves, reservas, entradas, desistencias } = connection
  const beside = createBeside()
  const each = async (query: Query, add: (found: QueryDocumentSnapshot) => void) => {
    for await (const found of documentsOf(query)) add(found)
  }
  const found = new Map<string, Credencial>()
  await Promise.all([
    each(chaves, beside.addKey),
    each(reservas.where('estado', '==', 'usada'), beside.addUsada),
    each(entradas, beside.addEntrada),
    each(desistencias.where('desfeitaem', '==', null), beside.addDesistencia),
    each(credenciais, (snapshot) => found.set(snapshot.id, credencialFrom(snapshot.id, snapshot.data()))),
  ])
  return beside.readOf(found, juncoes)
}

/** Guests of these ids, among them all who were merged into one another. */
export async function readGuestsOf(
  { credenciais, chaves, reservas, entradas, desistencias }: Connection,
  picture: Picture,
  ids: string[],
  juncoes: Juncoes,
): Promise<GuestsRead> {
  const guests = new Map<string, Credencial>()
  const beside = createBeside()
  const readChunk = async (chunk: string[]) => {
    const [found, keys, usadas, facts, withdrawals] = await Promise.all([
      picture.documents(chunk.map((id) => credenciais.doc(id))),
      picture.query(chaves.where('credencialid', 'in', chunk)),
      picture.query(reservas.where('credencialid', 'in', chunk).where('estado', '==', 'usada')),
      picture.query(entradas.where('credencialid', 'in', chunk)),
      picture.query(desistencias.where('credencialid', 'in', chunk).where('desfeitaem', '==', null)),
    ])
    keys.docs.forEach(beside.addKey)
    usadas.docs.forEach(beside.addUsada)
    facts.docs.forEach(beside.addEntrada)
    withdrawals.docs.forEach(beside.addDesistencia)
    for (const snapshot of found) {
      const stored = snapshot.data()
      if (stored) guests.set(snapshot.id, credencialFrom(snapshot.id, stored))
    }
  }
  await Promise.all(chunksOf(ids).map(readChunk))
  return beside.readOf(guests, juncoes)
}

/** Gathers what lies beside credenciais, in any order. */
function createBeside() {
  const keys = new Map<string, Document>()
  const usadas = new Map<string, Document>()
  const facts: Entrada[] = []
  const withdrawals = new Map<string, Desistencia>()
  const ownerOf = (snapshot: QueryDocumentSnapshot) => String(snapshot.get('credencialid'))
  const guestOf = (credencial: Credencial, entradas: Entrada[]): Guest => {
    const id = credencial.credencialid
    const [first] = admissionsIn(entradas)
    const key = keys.get(id)
    const usada = usadas.get(id)
    const { origem, criadaem } = (typeof usada?.origem === 'string' ? usada : key) ?? {}
    return {
      credencial,
      versao: chaveFrom(key ?? {}).versao,
      empresaid: usada ? text(usada.empresaid) : null,
      rastro: typeof origem === 'string' ? { origem, criadaem: Number(criadaem) } : null,
      entradas,
      dentroDesde: first ? instantOf(first) : null,
      desistencia: withdrawals.get(id) ?? null,
      nome: foldText(credencial.nome),
      searchable: searchableOf(credencial),
      semelhante: semelhanteOf(credencial),
    }
  }
  return {
    addKey: (key: QueryDocumentSnapshot) => void keys.set(ownerOf(key), key.data()),
    addUsada: (usada: QueryDocumentSnapshot) => void usadas.set(ownerOf(usada), usada.data()),
    addEntrada: (found: QueryDocumentSnapshot) => void facts.push(entradaFrom(found.id, found.data())),
    addDesistencia: (found: QueryDocumentSnapshot) =>
      void withdrawals.set(found.id, desistenciaFrom(found.id, found.data())),
    readOf(found: Map<string, Credencial>, juncoes: Juncoes): GuestsRead {
      const isStored = (id: string) => found.has(id)
      const theirs = followed(facts, isStored, juncoes)
      const guests = [...found].map(
        ([id, credencial]) => [id, guestOf(credencial, theirs.get(id) ?? [])] as const,
      )
      const ofNobody = facts.filter(({ credencialid: id }) => id !== '' && !isStored(id))
      return { guests: new Map(guests), soltas: byGuest(ofNobody) }
    },
  }
}
