import { createHash } from 'node:crypto'
import type { DocumentReference } from 'firebase-admin/firestore'
import { PACE_MS } from '../../domain/convites-per-address.ts'
import { isPessoal, type Reserva } from '../../domain/reserva.ts'
import type { Connection } from './connection.ts'
import { mesaIdOf, text } from './table.ts'
import type { Document } from './unit.ts'

/** A reserva as the list of its company tells of it. */
export interface Listed {
  reservaid: string
  /** Hashes of the browser and of the address, short; empty where there is none. */
  sid: string
  origem: string
  /** Milliseconds since the epoch. */
  criadaem: number
  expiraem: number
  /** The guest whose place it keeps. */
  credencialid: string | null
  /** Still pendente; else it is remembered for the pace of its address. */
  isOpen: boolean
}

/**
 * The pendentes of one company, personal ones aside, by their ids, with what was taken within the last PACE_MS. They
 * stand in one document, so that a claim reads three documents however many are held (decision 0031).
 */
export type Pendentes = Map<string, Listed>

export const pendentesRef = ({ pendentes }: Connection, empresaid: string): DocumentReference =>
  pendentes.doc(mesaIdOf(empresaid))

/**
 * The list as it is stored.
 * @param licredencial of the company as this product has last seen it
 * @returns null where it is not of this number: something else wrote there, so the list may lack reservas
 */
export function pendentesFrom(stored: Document | undefined, licredencial: number | null): Pendentes | null {
  return stored?.visto === licredencial ? listedIn(stored) : null
}

/** The list of a document, whatever number it is of. */
export function listedIn({ lista }: Document): Pendentes {
  const rows = JSON.parse(text(lista) || '[]') as Row[]
  return new Map(rows.map((row) => [row[0], listedFrom(row)]))
}

/** What is stored of a list: beside it, when the first hold ends, by which it is found. */
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

/** Notes a reserva as it is stored from now on. */
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

/** A stored list without the addresses of what was made before an instant; of that only holds stay. */
export function withoutOrigens(stored: Document, before = Infinity): Document {
  const kept = [...listedIn(stored).values()]
    .filter(({ isOpen, criadaem }) => isOpen || criadaem >= before)
    .map((listed) => (listed.criadaem < before ? { ...listed, origem: '' } : listed))
  return { ...stored, lista: JSON.stringify(kept.map(rowOf)) }
}

/** As many bits as keep two browsers of one company apart; what one hash finds is compared with the reserva itself. */
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
