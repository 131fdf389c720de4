import { take } from './claim.ts'
import { liveOf, undone, type Desistencia } from './desistencia.ts'
import { convitesLeft } from './empresa.ts'
import type { Merge, Move, MoveRequest } from './credencial-repo.ts'
import type { Payer } from './payment.ts'
import { forgotten, giveBack, type Allotment, type AllotmentChange, type Reserva } from './reserva.ts'

/** What storage read, inside the transaction, of a guest who exists. */
export interface MoveFacts {
  payer: Payer | null
  /** The company to go to; null when the request names none, or one that does not exist. */
  target: Allotment | null
  /** The guest's withdrawal, undone or not. */
  desistencia: Desistencia | null
}

/**
 * Decides a move. The changes are of different companies, and written together. A guest who had withdrawn is confirmed
 * by the company that pays from now on.
 */
export function decideMove(
  { payer, target, desistencia }: MoveFacts,
  { credencialid, empresaid, reservaid, now }: MoveRequest,
): { outcome: Move; changes: AllotmentChange[]; desistencia: Desistencia | null } {
  const refuse = (outcome: Move) => ({ outcome, changes: [], desistencia: null })
  const from = payer?.empresa.empresaid ?? null
  if (from === empresaid) return refuse({ kind: 'already-there' })
  if (empresaid !== null && !target) return refuse({ kind: 'empresa-not-found' })
  if (target && convitesLeft(target.empresa, target.ended.length) === 0)
    return refuse({ kind: 'limit-reached' })
  const given = payer ? [giveBack(payer.empresa, [forgotten(payer.reserva)])] : []
  const paid: Reserva = {
    reservaid,
    empresaid: empresaid ?? '',
    sid: '',
    origem: null,
    estado: 'usada',
    criadaem: now,
    expiraem: now,
    credencialid,
  }
  const live = liveOf(desistencia)
  return {
    outcome: { kind: 'moved', from },
    changes: target ? [...given, take(target, paid)] : given,
    desistencia: live && undone(live, now),
  }
}

/**
 * Decides whether a guest of two credenciais is coming: they are when either is.
 * @returns the kept one's withdrawal, undone; null when nothing changes
 */
export function decideMergedWithdrawal(
  kept: Desistencia | null,
  other: Desistencia | null,
  now: number,
): Desistencia | null {
  const live = liveOf(kept)
  return live && !liveOf(other) ? undone(live, now) : null
}

/** Decides what becomes of two invitations when two credenciais become one. */
export function decideMerge(
  keptId: string,
  kept: Payer | null,
  other: Payer | null,
): { outcome: Merge; change: AllotmentChange | null } {
  if (!other) return { outcome: { kind: 'merged', returned: null }, change: null }
  const { empresaid, licredencial } = other.empresa
  const reserva = forgotten(other.reserva)
  if (kept) {
    return { outcome: { kind: 'merged', returned: empresaid }, change: giveBack(other.empresa, [reserva]) }
  }
  const store = [{ ...reserva, credencialid: keptId }]
  return {
    outcome: { kind: 'merged', returned: null },
    change: { empresaid, licredencial, release: [], store },
  }
}
