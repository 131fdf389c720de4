import { take } from './claim.ts'
import { liveOf, undone, type Desistencia, type Lugar } from './desistencia.ts'
import { convitesLeft } from './empresa.ts'
import type { Merge, Move, MoveRequest } from './credencial-repo.ts'
import { forgotten, giveBack, openTo, type Allotment, type AllotmentChange, type Reserva } from './reserva.ts'

/** What storage read, inside the transaction, of a guest who exists. */
export interface MoveFacts extends Lugar {
  /** The company to go to; null when the request names none, or one that does not exist. */
  target: Allotment | null
}

/**
 * Decides a move. The changes are of different companies, and written together. A guest who had withdrawn is confirmed
 * by the company that pays from now on.
 */
export function decideMove(
  { payer, guardada, target: asked, desistencia }: MoveFacts,
  { credencialid, empresaid, reservaid, now }: MoveRequest,
): { outcome: Move; changes: AllotmentChange[]; desistencia: Desistencia | null } {
  const refuse = (outcome: Move) => ({ outcome, changes: [], desistencia: null })
  const from = payer?.empresa.empresaid ?? null
  const target = asked && openTo(asked, guardada && forgotten(guardada.reserva))
  if (from === empresaid) return refuse({ kind: 'already-there' })
  if (empresaid !== null && !target) return refuse({ kind: 'empresa-not-found' })
  if (target && convitesLeft(target.empresa, target.ended.length) === 0)
    return refuse({ kind: 'limit-reached' })
  const left = payer ?? (guardada?.empresa.empresaid === empresaid ? null : guardada)
  const given = left ? [giveBack(left.empresa, [forgotten(left.reserva)])] : []
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
 * Decides what becomes of two credenciais that become one. The guest comes when either does; the invitation is the kept
 * one's, or else the other's, and a place that was kept for either is given back, but for that of a guest who stays
 * withdrawn.
 * @returns changes of different companies, and the kept one's withdrawal, undone; null where it stays as it is
 */
export function decideMerge(
  keptId: string,
  kept: Lugar,
  other: Lugar,
  now: number,
): { outcome: Merge; changes: AllotmentChange[]; desistencia: Desistencia | null } {
  const live = liveOf(kept.desistencia)
  const isBack = live !== null && !liveOf(other.desistencia)
  const desistencia = isBack ? undone(live, now) : null
  const taken = kept.payer ? null : other.payer
  const given = [kept.payer && other.payer, other.guardada, isBack ? kept.guardada : null].filter(
    (payer) => payer !== null,
  )
  const outcome: Merge = { kind: 'merged', returned: given[0]?.empresa.empresaid ?? null }
  const store = taken ? [{ ...forgotten(taken.reserva), credencialid: keptId }] : []
  const empresas = new Map(
    [...given, ...(taken ? [taken] : [])].map(({ empresa }) => [empresa.empresaid, empresa]),
  )
  const changes = [...empresas].map(([empresaid, empresa]) => ({
    ...giveBack(
      empresa,
      given.map(({ reserva }) => forgotten(reserva)).filter((reserva) => reserva.empresaid === empresaid),
    ),
    store: store.filter((reserva) => reserva.empresaid === empresaid),
  }))
  return { outcome, changes, desistencia }
}
