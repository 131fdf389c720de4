import type { Credencial } from '../../domain/credencial.ts'
import { admissionsIn, instantOf, type Entrada } from '../../domain/entrada.ts'
import { searchableOf, type Searchable } from '../../domain/guest-search.ts'
import { semelhanteOf } from '../../domain/same-person.ts'
import { foldText } from '../../domain/text.ts'
import type { Connection } from './connection.ts'
import { chaveFrom, credencialFrom, entradaFrom } from './documents.ts'
import { documentsOf } from './pages.ts'

/** A guest as the board finds and shows them. */
export interface GuestEntry {
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

export function entryOf(
  credencial: Credencial,
  versao: number,
  empresaid: string | null,
  entradas: Entrada[],
): GuestEntry {
  const [first] = admissionsIn(entradas)
  return {
    ...{ credencial, versao, empresaid },
    dentroDesde: first ? instantOf(first) : null,
    nome: foldText(credencial.nome),
    searchable: searchableOf(credencial),
    semelhante: semelhanteOf(credencial),
  }
}

/** Every guest, page by page. */
export async function readGuests({
  credenciais,
  chaves,
  reservas,
  entradas,
}: Connection): Promise<Map<string, GuestEntry>> {
  const versoes = new Map<string, number>()
  const paidBy = new Map<string, string>()
  const admissions = new Map<string, Entrada[]>()
  const guests = new Map<string, GuestEntry>()
  for await (const key of documentsOf(chaves))
    versoes.set(String(key.get('credencialid')), chaveFrom(key.data()).versao)
  for await (const reserva of documentsOf(reservas))
    if (reserva.get('estado') === 'usada')
      paidBy.set(String(reserva.get('credencialid')), String(reserva.get('empresaid')))
  for await (const snapshot of documentsOf(entradas)) {
    const entrada = entradaFrom(snapshot.id, snapshot.data())
    admissions.set(entrada.credencialid, [...(admissions.get(entrada.credencialid) ?? []), entrada])
  }
  for await (const snapshot of documentsOf(credenciais)) {
    const { id } = snapshot
    const credencial = credencialFrom(id, snapshot.data())
    const entry = entryOf(credencial, versoes.get(id) ?? 0, paidBy.get(id) ?? null, admissions.get(id) ?? [])
    guests.set(id, entry)
  }
  return guests
}
