import { createHash } from 'node:crypto'
import type { DocumentReference } from 'firebase-admin/firestore'
import { textOf } from '../../domain/empresa.ts'
import { PACE_MS } from '../../domain/convites-per-address.ts'
import { isPessoal, type Reserva } from '../../domain/reserva.ts'
import type { Connection } from './connection.ts'
import { mesaIdOf } from './table.ts'
import type { Document } from './unit.ts'

/** A reserva in the list of its company. */
export interface Listed {
  reservaid: string
  /** Short hashes of the browser and of the address; empty where there is none. */
  sid: string
  origem: string
  /** Milliseconds since the epoch. */
  criadaem: number
  expiraem: number
  /** The guest whose place it keeps. */
  credencialid: string | null
  /** Still pendente; otherwise it is kept for the pace of its address. */
  isOpen: boolean
}

/**
 * The pendentes of one company by their ids, without personal ones, and what was taken within the last
 * PACE_MS. They share one document, so that a claim reads three documents however many are held (decision
 * 0031).
 */
export type Pendentes = Map<string, Listed>

export const pendentesRef = ({ pendentes }: Connection, empresaid: string): DocumentReference =>
  pendentes.doc(mesaIdOf(empresaid))

/**
 * The stored list.
 * @param licredencial of the company as this product has last seen it
 * @returns null if the list was made for another number: something else wrote the company, and the list may
 *   lack reservas
 */
export function pendentesFrom(stored: Document | undefined, licredencial: number | null): Pendentes | null {
  return stored?.visto === licredencial ? listedIn(stored) : null
}

/** The list in a document, whatever its number. */
export function listedIn({ lista }: Document): Pendentes {
  const rows = JSON.parse(textOf(lista) || '[]') as Row[]
  return new Map(rows.map((row) => [row[0], listedFrom(row)]))
}

/** The stored form of a list, with the end of its first hold, by which it is found. */
export function pendentesDocument(
  empresaid: string,
  licredencial: number | null,
  pendentes: Pendentes,
): Document {
  const all = [...pendentes.values()]
  const newest = Math.max(...all.map(({ criadaem }) => criadaem))
  const kept = all.filter(({ isOpen, criadaem }) => isOpen || criadaem > newest - PACE_MS)
  const ends = kept.filter(({ isOpen }) => isOpen).map(({ expiraem }) => expiraem)
  return {
    empresaid,
    lista: JSON.stringify(kept.map(rowOf)),
    proximo: ends.length === 0 ? null : Math.min(...ends),
    visto: licredencial,
  }
}

/** Updates the list with a reserva as it is about to be stored. */
export function enlist(pendentes: Pendentes, reserva: Reserva): void {
  const { reservaid, sid, origem, criadaem, expiraem, credencialid, estado } = reserva
  const isOpen = estado === 'pendente' && !isPessoal(reserva)
  if (!isOpen && origem === null) pendentes.delete(reservaid)
  else {
    const hashes = { sid: isOpen ? shortHash(sid) : '', origem: shortHash(origem ?? '') }
    const convidado = isOpen ? credencialid : null
    pendentes.set(reservaid, { reservaid, ...hashes, criadaem, expiraem, credencialid: convidado, isOpen })
  }
}

/** A stored list without the addresses of entries made before an instant; of those only holds stay. */
export function withoutOrigens(stored: Document, before = Infinity): Document {
  const kept = [...listedIn(stored).values()]
    .filter(({ isOpen, criadaem }) => isOpen || criadaem >= before)
    .map((listed) => (listed.criadaem < before ? { ...listed, origem: '' } : listed))
  return { ...stored, lista: JSON.stringify(kept.map(rowOf)) }
}

/** Enough bits to keep two browsers of one company apart; a match is compared with the reserva itself. */
export function shortHash(value: string): string {
  return value === '' ? '' : createHash('sha256').update(value).digest('base64url').slice(0, 12)
}

type Row = [string, string, string, number, number, string | null, 0 | 1]

const rowOf = (listed: Listed): Row => {
  const { reservaid, sid, origem, criadaem, expiraem, credencialid, isOpen } = listed
  return [reservaid, sid, origem, criadaem, expiraem, credencialid, isOpen ? 1 : 0]
}

function listedFrom(row: Row): Listed {
  const [reservaid, sid, origem, criadaem, expiraem, credencialid, isOpen] = row
  return { reservaid, sid, origem, criadaem, expiraem, credencialid, isOpen: isOpen === 1 }
}
