import { take } from './claim.ts'
import { convitesLeft, type Empresa } from './empresa.ts'
import type { Merge, Move, MoveRequest } from './credencial-repo.ts'
import { giveBack, type Allotment, type AllotmentChange, type Reserva } from './reserva.ts'

/** The reserva usada that pays for a guest, and its company. */
export interface Payer {
  reserva: Reserva
  empresa: Empresa
}

/** What storage read, inside the transaction, of a guest who exists. */
export interface MoveFacts {
  payer: Payer | null
  /** The company to go to; null when the request names none, or one that does not exist. */
  target: Allotment | null
}

/** Decides a move. The changes are of different companies, and written together. */
export function decideMove(
  { payer, target }: MoveFacts,
  { credencialid, empresaid, reservaid, now }: MoveRequest,
): { outcome: Move; changes: AllotmentChange[] } {
  const from = payer?.empresa.empresaid ?? null
  if (from === empresaid) return { outcome: { kind: 'already-there' }, changes: [] }
  if (empresaid !== null && !target) return { outcome: { kind: 'empresa-not-found' }, changes: [] }
  if (target && convitesLeft(target.empresa, target.ended.length) === 0)
    return { outcome: { kind: 'limit-reached' }, changes: [] }
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
  return { outcome: { kind: 'moved', from }, changes: target ? [...given, take(target, paid)] : given }
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
  const store = { ...reserva, credencialid: keptId }
  return {
    outcome: { kind: 'merged', returned: null },
    change: { empresaid, licredencial, release: [], store },
  }
}

/** Without the address and the browser that claimed it. */
const forgotten = (reserva: Reserva): Reserva => ({ ...reserva, origem: null, sid: '' })
