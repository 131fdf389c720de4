import {
  isPaceExceeded,
  newReserva,
  type Allotment,
  type AllotmentChange,
  type ConviteRequest,
} from './claim.ts'
import type { Cadastro, Credencial } from './credencial.ts'
import { convitesLeft, type Empresa } from './empresa.ts'
import { giveBack } from './release.ts'
import { isEnded, type Reserva } from './reserva.ts'

/** A guest asking for a credencial. */
export interface RegisterRequest {
  cadastro: Cadastro
  /** The guest's natural key. */
  chave: string
  /** Milliseconds since the epoch; the first candidate for the credencialid. */
  now: number
  /** Keyed hash of the client address, kept beside the key for a while (decision 0011); null where none is kept. */
  origem: string | null
  /** The company whose invitation pays, or null for the public form. */
  convite: ConviteRequest | null
  /** Registrations are closed: only a live hold of this browser still registers. */
  isClosed: boolean
}

export type Registration =
  | { kind: 'registered'; credencial: Credencial }
  /** The natural key was known: the credencial it has had since. */
  | { kind: 'already-registered'; credencial: Credencial }
  /** No invitation is left to pay with; nothing is stored. */
  | { kind: 'limit-reached'; empresa: Empresa }
  /** The address has newly taken its share of this company within the last minute; nothing is stored. */
  | { kind: 'pace-exceeded'; empresa: Empresa }
  | { kind: 'empresa-not-found' }
  /** Registrations are closed, and this browser has no live hold to pay with; nothing is stored. */
  | { kind: 'closed' }

/** What storage read, inside the transaction. */
export interface RegisterFacts {
  /** The credencial under the request's natural key, and whether a reserva usada has paid for it. */
  known: { credencial: Credencial; isPaid: boolean } | null
  /** The company's allotment; null when the request names none, or one that does not exist. */
  allotment: Allotment | null
}

export type RegisterDecision =
  /** Store a new credencial, its key and its avip, under a free id; then the change. */
  | { kind: 'create'; change: ((credencialid: string) => AllotmentChange) | null }
  /** Keep the credencial (with its e-mail filled, when it was blank); then the change. */
  | { kind: 'keep'; credencial: Credencial; isEmailFilled: boolean; change: AllotmentChange | null }
  /** Store nothing. */
  | { kind: 'refuse'; outcome: Registration }

/**
 * Decides a registration: whether the guest is new, and which invitation pays (decision 0003). Pure: every adapter
 * reads the facts, calls this, and writes what it says in one transaction.
 */
export function decideRegister(facts: RegisterFacts, request: RegisterRequest): RegisterDecision {
  const { known, allotment } = facts
  const { convite } = request
  if (request.isClosed && !liveHoldOf(allotment, request.now))
    return { kind: 'refuse', outcome: { kind: 'closed' } }
  if (known) {
    const isEmailFilled = known.credencial.email === '' && request.cadastro.email !== ''
    const credencial = isEmailFilled
      ? { ...known.credencial, email: request.cadastro.email }
      : known.credencial
    const keep = (change: AllotmentChange | null) =>
      ({ kind: 'keep', credencial, isEmailFilled, change }) as const
    if (!convite) return keep(null)
    if (!allotment) return { kind: 'refuse', outcome: { kind: 'empresa-not-found' } }
    // Paid for already, so a hold of this browser there is of no use to anybody.
    if (known.isPaid) return keep(allotment.mine && giveBack(allotment.empresa, [allotment.mine]))
    const payment = payFor(allotment, convite)
    return payment.kind === 'refuse' ? payment : keep(payment.change(credencial.credencialid))
  }
  if (!convite) return { kind: 'create', change: null }
  if (!allotment) return { kind: 'refuse', outcome: { kind: 'empresa-not-found' } }
  const payment = payFor(allotment, convite)
  return payment.kind === 'refuse' ? payment : { kind: 'create', change: payment.change }
}

type Payment =
  | { kind: 'pay'; change: (credencialid: string) => AllotmentChange }
  | { kind: 'refuse'; outcome: Registration }

/** This browser's live hold pays. Where it has ended or there is none, an invitation is newly taken. */
function payFor(allotment: Allotment, convite: ConviteRequest): Payment {
  const { empresa, ended } = allotment
  const { empresaid, licredencial } = empresa
  const mine = liveHoldOf(allotment, convite.now)
  if (mine) {
    return {
      kind: 'pay',
      change: (credencialid) => ({
        empresaid,
        licredencial,
        release: [],
        store: { ...mine, estado: 'usada', credencialid },
      }),
    }
  }
  if (convitesLeft(empresa, ended.length) === 0)
    return { kind: 'refuse', outcome: { kind: 'limit-reached', empresa } }
  if (isPaceExceeded(allotment, convite))
    return { kind: 'refuse', outcome: { kind: 'pace-exceeded', empresa } }
  const released = giveBack(empresa, ended)
  return {
    kind: 'pay',
    change: (credencialid) => ({
      ...released,
      licredencial: released.licredencial + 1,
      store: { ...newReserva(convite), estado: 'usada', credencialid },
    }),
  }
}

/** This browser's hold at the company, while it has not ended. */
function liveHoldOf(allotment: Allotment | null, now: number): Reserva | null {
  const mine = allotment?.mine ?? null
  return mine && !isEnded(mine, now) ? mine : null
}
