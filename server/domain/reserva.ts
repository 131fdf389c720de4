import type { Empresa } from './empresa.ts'

/**
 * One claimed invitation, held for a browser until it registers or the hold runs out (decision 0003).
 * `pendente → usada` (registered) or `pendente → liberada` (ended or given back). `desistencia.ts` decides
 * about the place kept for a guest who withdrew, a `pendente` too.
 */
export interface Reserva {
  reservaid: string
  empresaid: string
  /** The browser's random session id. */
  sid: string
  /** Keyed hash of the address that claimed, or null when addresses are not counted. */
  origem: string | null
  estado: 'pendente' | 'usada' | 'liberada'
  criadaem: number
  /** Milliseconds since the epoch; from this instant on the hold has ended. */
  expiraem: number
  /** The credencial it paid for, once usada; for a pendente, the guest whose place it keeps. */
  credencialid: string | null
}

/** The last instant of a Date: the hold of a personal invitation ends only by registering or revoking. */
export const SEM_FIM = 8_640_000_000_000_000

/** The hold of one place of a personal invitation; its own id as its `sid` belongs to no browser. */
export const heldFor = (empresaid: string, reservaid: string, now: number): Reserva => ({
  reservaid,
  empresaid,
  sid: reservaid,
  origem: null,
  estado: 'pendente',
  criadaem: now,
  expiraem: SEM_FIM,
  credencialid: null,
})

/** Tells whether it holds a personal invitation nobody has used. */
export function isPessoal({ estado, expiraem }: Pick<Reserva, 'estado' | 'expiraem'>): boolean {
  return estado === 'pendente' && expiraem === SEM_FIM
}

/** Tells whether it keeps the place of a guest who withdrew; no browser has its `sid` (decision 0023). */
export function isGuardada({ estado, credencialid }: Pick<Reserva, 'estado' | 'credencialid'>): boolean {
  return estado === 'pendente' && credencialid !== null
}

/** The most ended holds one transaction gives back, so that a commit on Firestore stays small. */
export const ENDED_AT_ONCE = 90

/** Tells whether a hold has run out, released or not. */
export function isEnded(reserva: Pick<Reserva, 'expiraem'>, now: number): boolean {
  return reserva.expiraem <= now
}

/** What storage read, inside the transaction, about one company and one browser. */
export interface Allotment {
  empresa: Empresa
  isFechada: boolean
  /** This browser's pendente at this company, ended or not. */
  mine: Reserva | null
  ended: Reserva[]
  /** Live pendentes of this company held from the request's address, without places kept for guests. */
  heldFromOrigem: number
  /** Reservas of this company made from the request's address within the last PACE_MS, in any state. */
  takenFromOrigem: number
}

/** What storage writes, all or nothing, in the same transaction. */
export interface AllotmentChange {
  empresaid: string
  licredencial: number
  release: Reserva[]
  /** Reservas to store or replace by their ids. */
  store: Reserva[]
}

/** Gives invitations back: each reserva becomes liberada; licredencial falls by as many, never below zero. */
export function giveBack(empresa: Empresa, release: Reserva[]): AllotmentChange {
  const licredencial = Math.max(0, empresa.licredencial - release.length)
  return { empresaid: empresa.empresaid, licredencial, release, store: [] }
}

/** The allotment as seen by the guest whose place is kept there: theirs to take, like an ended hold. */
export function openTo(allotment: Allotment, guardada: Reserva | null): Allotment {
  const { empresa, ended } = allotment
  if (guardada?.empresaid !== empresa.empresaid) return allotment
  if (ended.some(({ reservaid }) => reservaid === guardada.reservaid)) return allotment
  return { ...allotment, ended: [...ended, guardada] }
}

/** A reserva that pays for a guest at once, without having been held by a browser. */
export function usadaFor(credencialid: string, reservaid: string, empresaid: string, now: number): Reserva {
  return {
    reservaid,
    empresaid,
    sid: '',
    origem: null,
    estado: 'usada',
    credencialid,
    criadaem: now,
    expiraem: now,
  }
}

export function forgotten(reserva: Reserva): Reserva {
  return { ...reserva, origem: null, sid: '' }
}
