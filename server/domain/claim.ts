import { convitesLeft, type Empresa } from './empresa.ts'
import { isOrganiser, type Autor } from './historico.ts'
import { hasTooManyHolds, isPaceExceeded } from './convites-per-address.ts'
import {
  giveBack,
  isEnded,
  isGuardada,
  type Allotment,
  type AllotmentChange,
  type Reserva,
} from './reserva.ts'

export interface ConviteRequest {
  empresaid: string
  sid: string
  /** Keyed hash of the client address; null switches off the limits per address. */
  origem: string | null
  /** Random id for a new reserva. Made outside the transaction, so that a retry does not double it. */
  reservaid: string
  now: number
  holdMs: number
}

export interface ClaimRequest extends ConviteRequest {
  /** Registrations are closed: only a live hold of this browser still counts. */
  isClosed: boolean
  /** The event is cancelled: no hold counts. */
  isCancelled?: boolean
}

export type Claim =
  /** The invitation is held; the same reserva if this browser already held one. */
  | { kind: 'claimed'; reserva: Reserva }
  | { kind: 'limit-reached'; empresa: Empresa }
  /** This address already holds its share of this company's invitations without having used them. */
  | { kind: 'too-many-holds'; empresa: Empresa }
  /** This address has taken as many invitations as it may in a minute; nothing is written. */
  | { kind: 'pace-exceeded'; empresa: Empresa }
  | { kind: 'empresa-not-found' }
  /** Registrations are closed, and this browser has no live hold; nothing is written. */
  | { kind: 'closed' }
  /** The company's holder has closed its public link; nothing is written. */
  | { kind: 'link-closed'; empresa: Empresa }

/**
 * Decides a claim (specification, sections 4 and 5; decision 0003). Pure: every adapter reads the allotment,
 * calls this, and writes the change in one transaction.
 */
export function decideClaim(
  allotment: Allotment | null,
  request: ClaimRequest,
): { outcome: Claim; change: AllotmentChange | null } {
  if (!allotment) return { outcome: { kind: 'empresa-not-found' }, change: null }
  const { empresa, ended } = allotment
  const mine = liveHoldOf(allotment, request.now)
  if (mine && !request.isCancelled) return { outcome: { kind: 'claimed', reserva: mine }, change: null }
  if (request.isClosed) return { outcome: { kind: 'closed' }, change: null }
  if (allotment.isFechada) return { outcome: { kind: 'link-closed', empresa }, change: null }

  const change = ended.length > 0 ? giveBack(empresa, ended) : null
  const reserva = newReserva(request)
  const taken = take(allotment, reserva)
  if (!taken) return { outcome: { kind: 'limit-reached', empresa }, change }
  if (hasTooManyHolds(allotment, request)) return { outcome: { kind: 'too-many-holds', empresa }, change }
  if (isPaceExceeded(allotment, request)) return { outcome: { kind: 'pace-exceeded', empresa }, change: null }
  return { outcome: { kind: 'claimed', reserva }, change: taken }
}

/** This browser's pendente, unless it has ended. A place kept for a guest belongs to no browser. */
export function liveHoldOf(allotment: Allotment | null, now: number): Reserva | null {
  const mine = allotment?.mine ?? null
  return mine && !isEnded(mine, now) && !isGuardada(mine) ? mine : null
}

/**
 * Takes an invitation for each of these reservas, and gives back those whose hold has ended. This is the only
 * place that guards the last invitation.
 * @returns null when fewer are left
 */
export function take({ empresa, ended }: Allotment, ...store: Reserva[]): AllotmentChange | null {
  if (convitesLeft(empresa, ended.length) < store.length) return null
  const released = giveBack(empresa, ended)
  return { ...released, licredencial: released.licredencial + store.length, store }
}

export function newReserva(request: ConviteRequest): Reserva {
  const { now, holdMs, reservaid, empresaid, sid, origem } = request
  return {
    reservaid,
    empresaid,
    sid,
    origem,
    estado: 'pendente',
    credencialid: null,
    criadaem: now,
    expiraem: now + holdMs,
  }
}

/** The reserva usada that pays for a guest, or the reserva that keeps their place, and its company. */
export interface Payer {
  reserva: Reserva
  empresa: Empresa
}

export type Payment =
  | { kind: 'paid'; reserva: Reserva; change: AllotmentChange }
  /** `left` of those who come together could still register. */
  | { kind: 'limit-reached'; empresa: Empresa; left: number }
  | { kind: 'pace-exceeded'; empresa: Empresa }
  | { kind: 'link-closed'; empresa: Empresa }
  /** No place of it is left; `left` of those who come together could still register. */
  | { kind: 'convite-spent'; left?: number }

/** How a registration came: with a personal invitation, which may have no place left, or through a link. */
export type Coming = 'link' | 'personal' | 'spent'

/**
 * Pays with this browser's live hold, or the place its personal invitation holds. If there is none or it has
 * ended, it takes a new invitation, but never for a personal one that is spent, nor through a public link that
 * is closed.
 */
export function payWith(
  allotment: Allotment,
  claim: ConviteRequest,
  { coming, autor }: { coming: Coming; autor: Autor },
): Payment {
  const { empresa, ended } = allotment
  const mine = liveHoldOf(allotment, claim.now)
  if (mine) return { kind: 'paid', reserva: mine, change: giveBack(empresa, ended) }
  if (coming === 'spent') return { kind: 'convite-spent' }
  const isLink = coming === 'link'
  // The organiser may register behind a closed link.
  if (isLink && allotment.isFechada && !isOrganiser(autor)) return { kind: 'link-closed', empresa }
  const reserva = newReserva(claim)
  const change = take(allotment, reserva)
  if (!change) return { kind: 'limit-reached', empresa, left: 0 }
  if (isLink && isPaceExceeded(allotment, claim)) return { kind: 'pace-exceeded', empresa }
  return { kind: 'paid', reserva, change }
}
