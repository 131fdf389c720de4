import { liveHoldOf, newReserva, take, type ConviteRequest } from './claim.ts'
import type { Empresa } from './empresa.ts'
import { isPaceExceeded } from './limits-per-address.ts'
import { isOrganiser, type Autor } from './historico.ts'
import { giveBack, type Allotment, type AllotmentChange, type Reserva } from './reserva.ts'

/** The reserva usada that pays for a guest, or the one that keeps their place, and its company. */
export interface Payer {
  reserva: Reserva
  empresa: Empresa
}

/** What pays for a registration at a company. */
export type Payment =
  | { kind: 'paid'; reserva: Reserva; change: AllotmentChange }
  | { kind: 'limit-reached'; empresa: Empresa }
  | { kind: 'pace-exceeded'; empresa: Empresa }
  | { kind: 'link-closed'; empresa: Empresa }
  /** The personal invitation was used or revoked. */
  | { kind: 'convite-spent' }

/**
 * This browser's live hold pays. Where it has ended or there is none, an invitation is newly taken; never in place of a
 * personal one, nor by a public link that is closed.
 */
export function payWith(
  allotment: Allotment,
  claim: ConviteRequest,
  { isPersonal, autor }: { isPersonal: boolean; autor: Autor },
): Payment {
  const { empresa, ended } = allotment
  const mine = liveHoldOf(allotment, claim.now)
  if (mine) return { kind: 'paid', reserva: mine, change: giveBack(empresa, ended) }
  if (isPersonal) return { kind: 'convite-spent' }
  // The organiser may register behind a closed link.
  if (allotment.isFechada && !isOrganiser(autor)) return { kind: 'link-closed', empresa }
  const reserva = newReserva(claim)
  const change = take(allotment, reserva)
  if (!change) return { kind: 'limit-reached', empresa }
  if (isPaceExceeded(allotment, claim)) return { kind: 'pace-exceeded', empresa }
  return { kind: 'paid', reserva, change }
}
