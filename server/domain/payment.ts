import { liveHoldOf, newReserva, take, type ConviteRequest } from './claim.ts'
import { convitesLeft, type Empresa } from './empresa.ts'
import { isPaceExceeded } from './limits-per-address.ts'
import type { Allotment, AllotmentChange, Reserva } from './reserva.ts'

/** What pays for a registration at a company. */
export type Payment =
  | { kind: 'paid'; reserva: Reserva; change: AllotmentChange }
  | { kind: 'limit-reached'; empresa: Empresa }
  | { kind: 'pace-exceeded'; empresa: Empresa }

/** This browser's live hold pays. Where it has ended or there is none, an invitation is newly taken. */
export function payWith(allotment: Allotment, claim: ConviteRequest): Payment {
  const { empresa, ended } = allotment
  const mine = liveHoldOf(allotment, claim.now)
  if (mine) {
    const { empresaid, licredencial } = empresa
    return { kind: 'paid', reserva: mine, change: { empresaid, licredencial, release: [], store: null } }
  }
  if (convitesLeft(empresa, ended.length) === 0) return { kind: 'limit-reached', empresa }
  if (isPaceExceeded(allotment, claim)) return { kind: 'pace-exceeded', empresa }
  const reserva = newReserva(claim)
  return { kind: 'paid', reserva, change: take(allotment, reserva) }
}
