import type { DocumentSnapshot } from 'firebase-admin/firestore'
import { convitesLeft, parseCounter } from '../../domain/empresa.ts'
import type { Numeros } from '../../domain/painel-repo.ts'
import { isEnded, isPessoal, type Reserva } from '../../domain/reserva.ts'
import { getAll } from './allotment.ts'
import { follow, startFollowing, type Followed } from './board-changes.ts'
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

/** How long the board is taken as it is. What another process wrote meanwhile may not be on it yet. */
const FRESH_MS = 5_000
/** How long a board is followed before all is read again, whatever happened. */
const LIFE_MS = 3_600_000
/** How long to wait before all is read again because something was missing. */
const MEND_MS = 30_000

/** The board in this process: read whole when first asked for, then followed. */
export interface BoardIndex {
  /** As of now for what this process wrote, of a few seconds ago for others. @throws StorageError */
  read: () => Promise<Board>
  /** As it was read last; null before that. */
  held: () => Board | null
  /** This process may have written something. */
  touch: () => void
}

export function createBoardIndex(connection: Connection): BoardIndex {
  let followed: Followed | null = null
  let readAt = 0
  let mendedAt = -Infinity
  /** When the last renewal began; none has since the last `touch` while it is stale. */
  let begunAt = -Infinity
  let isStale = true
  let running: Promise<Board> | null = null
  let next: Promise<Board> | null = null

  const readAll = async (now: number): Promise<boolean> => {
    followed = await startFollowing(connection)
    readAt = now
    return follow(connection, followed)
  }

  const renew = async (): Promise<Board> => {
    const now = performance.now()
    const isWhole =
      followed && now - readAt < LIFE_MS ? await follow(connection, followed) : await readAll(now)
    if (!isWhole && now - mendedAt > MEND_MS) {
      mendedAt = now
      await readAll(now)
    }
    if (!followed) throw new Error('[firebase] unreachable')
    return followed.board
  }

  const start = (): Promise<Board> => {
    isStale = false
    begunAt = performance.now()
    const work = renew().finally(() => (running = null))
    work.catch(() => (isStale = true))
    return (running = work)
  }

  /** Those who ask while a renewal runs that began before the last write share the one that follows it. */
  const startNext = (): Promise<Board> =>
    (next ??= (running ?? Promise.resolve()).then(
      () => ((next = null), start()),
      () => ((next = null), start()),
    ))

  return {
    held: () => followed?.board ?? null,
    touch: () => void (isStale = true),
    read: () => {
      if (running) return within(DEADLINE_MS, isStale ? startNext() : running)
      const isFresh = !isStale && performance.now() - begunAt < FRESH_MS
      return within(DEADLINE_MS, isFresh && followed ? Promise.resolve(followed.board) : start())
    },
  }
}
