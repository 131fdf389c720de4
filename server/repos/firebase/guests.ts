import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import type { Credencial } from '../../domain/credencial.ts'
import { admissionsIn, instantOf, type Entrada } from '../../domain/entrada.ts'
import { searchableOf, type Searchable } from '../../domain/guest-search.ts'
import { semelhanteOf } from '../../domain/same-person.ts'
import { foldText } from '../../domain/text.ts'
import type { Connection } from './connection.ts'
import { chaveFrom, credencialFrom, entradaFrom } from './documents.ts'
import { chunksOf, documentsOf } from './pages.ts'
import type { Picture } from './picture.ts'

/** A guest as the board finds and shows them. */
export interface Guest {
  credencial: Credencial
  versao: number
  /** The company that pays; null for none. */
  empresaid: string | null
  /** When first admitted; null while outside. */
  dentroDesde: number | null
  /** Folded. */
  nome: string
  searchable: Searchable
  semelhante: string
}

/** Every guest by credencialid, page by page. What changes meanwhile may be there or not. */
export async function readGuests(connection: Connection): Promise<Map<string, Guest>> {
  const { credenciais, chaves, reservas, entradas } = connection
  const beside = createBeside()
  const each = async (query: Query, add: (found: QueryDocumentSnapshot) => void) => {
    for await (const found of documentsOf(query)) add(found)
  }
  const found = new Map<string, Credencial>()
  await Promise.all([
    each(chaves, beside.addKey),
    each(reservas.where('estado', '==', 'usada'), beside.addUsada),
    each(entradas, beside.addEntrada),
    each(credenciais, (snapshot) => found.set(snapshot.id, credencialFrom(snapshot.id, snapshot.data()))),
  ])
  return new Map([...found].map(([id, credencial]) => [id, beside.guestOf(credencial)]))
}

/** Guests of these ids; those not stored are left out. */
export async function readGuestsOf(
  { credenciais, chaves, reservas, entradas }: Connection,
  picture: Picture,
  ids: string[],
): Promise<Map<string, Guest>> {
  const guests = new Map<string, Guest>()
  const readChunk = async (chunk: string[]) => {
    const beside = createBeside()
    const [found, keys, usadas, facts] = await Promise.all([
      picture.documents(chunk.map((id) => credenciais.doc(id))),
      picture.query(chaves.where('credencialid', 'in', chunk)),
      picture.query(reservas.where('credencialid', 'in', chunk).where('estado', '==', 'usada')),
      picture.query(entradas.where('credencialid', 'in', chunk)),
    ])
    keys.docs.forEach(beside.addKey)
    usadas.docs.forEach(beside.addUsada)
    facts.docs.forEach(beside.addEntrada)
    for (const snapshot of found) {
      const stored = snapshot.data()
      if (stored) guests.set(snapshot.id, beside.guestOf(credencialFrom(snapshot.id, stored)))
    }
  }
  await Promise.all(chunksOf(ids).map(readChunk))
  return guests
}

/** Gathers what lies beside credenciais, in any order. */
function createBeside() {
  const versoes = new Map<string, number>()
  const paidBy = new Map<string, string>()
  const admissions = new Map<string, Entrada[]>()
  const ownerOf = (snapshot: QueryDocumentSnapshot) => String(snapshot.get('credencialid'))
  return {
    addKey: (key: QueryDocumentSnapshot) => void versoes.set(ownerOf(key), chaveFrom(key.data()).versao),
    addUsada: (usada: QueryDocumentSnapshot) =>
      void paidBy.set(ownerOf(usada), String(usada.get('empresaid'))),
    addEntrada: (snapshot: QueryDocumentSnapshot) => {
      const entrada = entradaFrom(snapshot.id, snapshot.data())
      const others = admissions.get(entrada.credencialid)
      if (others) others.push(entrada)
      else admissions.set(entrada.credencialid, [entrada])
    },
    guestOf(credencial: Credencial): Guest {
      const id = credencial.credencialid
      const [first] = admissionsIn(admissions.get(id) ?? [])
      return {
        credencial,
        versao: versoes.get(id) ?? 0,
        empresaid: paidBy.get(id) ?? null,
        dentroDesde: first ? instantOf(first) : null,
        nome: foldText(credencial.nome),
        searchable: searchableOf(credencial),
        semelhante: semelhanteOf(credencial),
      }
    },
  }
}
