import type { DocumentSnapshot } from 'firebase-admin/firestore'
import { convitesLeft, parseCounter } from '../../domain/empresa.ts'
import type { Numeros } from '../../domain/painel-repo.ts'
import { isEnded, isPessoal, type Reserva } from '../../domain/reserva.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { DEADLINE_MS, within } from './deadline.ts'
import { PESSOAL, reservaFrom } from './documents.ts'
import { readGuests, type Guest, type GuestsRead } from './guests.ts'
import type { Juncoes } from './juncoes.ts'
import type { Document } from './unit.ts'

/** What the board is drawn from, kept in this process. */
export interface Board extends GuestsRead {
  juncoes: Juncoes
  /** By the name of the document. */
  empresas: Map<string, Document>
  /** Holds that are neither used nor released, by reservaid. */
  pendentes: Map<string, Reserva>
  /** What was committed before is on it, but for what is seen late: milliseconds since the epoch by the clock of Firestore. */
  asOf: number
}

/** Reads everything. What changes meanwhile may be in it or not. */
export async function readBoard(connection: Connection, asOf: number, juncoes: Juncoes): Promise<Board> {
  const { empresas, reservas } = connection
  const [read, companies, pendentes] = await Promise.all([
    readGuests(connection, juncoes),
    within(DEADLINE_MS, empresas.get()),
    getAll(reservas.where('estado', 'in', ['pendente', PESSOAL])),
  ])
  const board: Board = { ...read, juncoes, empresas: new Map(), pendentes: new Map(), asOf }
  for (const empresa of companies.docs) board.empresas.set(empresa.id, empresa.data())
  for (const reserva of pendentes) putReserva(board, reserva)
  return board
}

/** Takes a reserva as it is now. */
export function putReserva({ pendentes }: Board, snapshot: DocumentSnapshot): void {
  const reserva = reservaFrom(snapshot.id, snapshot.data() ?? {})
  if (reserva.estado === 'pendente') pendentes.set(snapshot.id, reserva)
  else pendentes.delete(snapshot.id)
}

/** The companies with an id, by it; those stored more than once, and what has no id, are left out. */
export function empresasIn({ empresas }: Board): Map<string, Document> {
  const found = new Map<string, Document>()
  const twice = new Set<string>()
  for (const stored of empresas.values()) {
    const { empresaid: id } = stored
    if (typeof id !== 'string' && typeof id !== 'number') continue
    const empresaid = String(id)
    if (found.has(empresaid)) twice.add(empresaid)
    found.set(empresaid, stored)
  }
  for (const empresaid of twice) found.delete(empresaid)
  return found
}

/** The sum of a field of all companies as Firestore sums it: text is no number. */
export function sumIn({ empresas }: Board, field: 'icredencial' | 'licredencial'): number {
  const values = [...empresas.values()].map((stored) => stored[field])
  return values.reduce<number>((sum, value) => (typeof value === 'number' ? sum + value : sum), 0)
}

/** Tells whether a guest withdrew and did not come all the same. */
export function isAbsent({ desistencia, dentroDesde }: Guest): boolean {
  return desistencia !== null && dentroDesde === null
}

export function numerosOf(board: Board, now: number): Numeros {
  const guests = [...board.guests.values()]
  const numeros: Numeros = {
    ...{ convites: 0, reservados: 0, pessoais: 0, livres: 0 },
    confirmados: guests.filter((guest) => !isAbsent(guest)).length,
    dentro: guests.filter(({ dentroDesde }) => dentroDesde !== null).length,
  }
  const held = new Map<string, number>()
  const pessoais = new Map<string, number>()
  const ended = new Map<string, number>()
  for (const reserva of board.pendentes.values()) {
    const counts = isPessoal(reserva) ? pessoais : isEnded(reserva, now) ? ended : held
    counts.set(reserva.empresaid, (counts.get(reserva.empresaid) ?? 0) + 1)
  }
  for (const [empresaid, stored] of empresasIn(board)) {
    const [icredencial, licredencial] = [parseCounter(stored.icredencial), parseCounter(stored.licredencial)]
    if (icredencial === null || licredencial === null) continue
    numeros.convites += icredencial
    numeros.reservados += held.get(empresaid) ?? 0
    numeros.pessoais += pessoais.get(empresaid) ?? 0
    numeros.livres += convitesLeft({ icredencial, licredencial }, ended.get(empresaid) ?? 0)
  }
  return numeros
}
