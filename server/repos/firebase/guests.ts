import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import type { Credencial } from '../../domain/credencial.ts'
import type { Desistencia } from '../../domain/desistencia.ts'
import { admissionsIn, instantOf, type Entrada } from '../../domain/entrada.ts'
import { searchableOf, type Searchable } from '../../domain/guest-search.ts'
import type { Rastro } from '../../domain/rastro.ts'
import { semelhanteOf } from '../../domain/same-person.ts'
import { foldText } from '../../domain/text.ts'
import type { Connection } from './connection.ts'
import { chaveFrom, credencialFrom, desistenciaFrom, entradaFrom, text } from './documents.ts'
import { chunksOf, documentsOf } from './pages.ts'
import type { Picture } from './picture.ts'
import type { Document } from './unit.ts'

/** A guest as the board finds and shows them. */
export interface Guest {
  credencial: Credencial
  versao: number
  /** The company that pays; null for none. */
  empresaid: string | null
  /** Where the registration came from: the address that claimed, or that registered without a company. */
  rastro: Pick<Rastro, 'origem' | 'criadaem'> | null
  /** All facts of them. */
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

/** Every guest by credencialid, page by page. What changes meanwhile may be there or not. */
export async function readGuests(connection: Connection): Promise<Map<string, Guest>> {
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
  return new Map([...found].map(([id, credencial]) => [id, beside.guestOf(credencial)]))
}

/** Guests of these ids; those not stored are left out. */
export async function readGuestsOf(
  { credenciais, chaves, reservas, entradas, desistencias }: Connection,
  picture: Picture,
  ids: string[],
): Promise<Map<string, Guest>> {
  const guests = new Map<string, Guest>()
  const readChunk = async (chunk: string[]) => {
    const beside = createBeside()
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
      if (stored) guests.set(snapshot.id, beside.guestOf(credencialFrom(snapshot.id, stored)))
    }
  }
  await Promise.all(chunksOf(ids).map(readChunk))
  return guests
}

/** Gathers what lies beside credenciais, in any order. */
function createBeside() {
  const keys = new Map<string, Document>()
  const usadas = new Map<string, Document>()
  const admissions = new Map<string, Entrada[]>()
  const withdrawals = new Map<string, Desistencia>()
  const ownerOf = (snapshot: QueryDocumentSnapshot) => String(snapshot.get('credencialid'))
  return {
    addKey: (key: QueryDocumentSnapshot) => void keys.set(ownerOf(key), key.data()),
    addUsada: (usada: QueryDocumentSnapshot) => void usadas.set(ownerOf(usada), usada.data()),
    addEntrada: (snapshot: QueryDocumentSnapshot) => {
      const entrada = entradaFrom(snapshot.id, snapshot.data())
      const others = admissions.get(entrada.credencialid)
      if (others) others.push(entrada)
      else admissions.set(entrada.credencialid, [entrada])
    },
    addDesistencia: (found: QueryDocumentSnapshot) =>
      void withdrawals.set(found.id, desistenciaFrom(found.id, found.data())),
    guestOf(credencial: Credencial): Guest {
      const id = credencial.credencialid
      const entradas = admissions.get(id) ?? []
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
    },
  }
}
