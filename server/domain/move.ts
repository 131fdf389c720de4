import { take } from './claim.ts'
import { liveOf, undone, type Desistencia, type Lugar } from './desistencia.ts'
import type { Move, MoveRequest } from './credencial-repo.ts'
import { forgotten, giveBack, openTo, usadaFor, type Allotment, type AllotmentChange } from './reserva.ts'

interface MoveFacts extends Lugar {
  /** The company to go to; null when the request names none, or one that does not exist. */
  target: Allotment | null
}

/**
 * Decides a move. The changes are of different companies, and written together. A guest who had withdrawn is confirmed
 * by the company that pays from now on.
 */
export function decideMove(
  { payer, guardada, target: asked, desistencia }: MoveFacts,
  { credencialid, empresaid, from: seen, reservaid, now }: MoveRequest,
): { outcome: Move; changes: AllotmentChange[]; desistencia: Desistencia | null } {
  const refuse = (outcome: Move) => ({ outcome, changes: [], desistencia: null })
  const from = payer?.empresa.empresaid ?? null
  const target = asked && openTo(asked, guardada && forgotten(guardada.reserva))
  const live = liveOf(desistencia)
  if (from === empresaid && !live) return refuse({ kind: 'already-there' })
  if (seen !== undefined && seen !== from) return refuse({ kind: 'changed-meanwhile' })
  if (empresaid !== null && !target) return refuse({ kind: 'empresa-not-found' })
  const left = payer ?? (guardada?.empresa.empresaid === empresaid ? null : guardada)
  const given = left ? [giveBack(left.empresa, [forgotten(left.reserva)])] : []
  const taken = target && take(target, usadaFor(credencialid, reservaid, target.empresa.empresaid, now))
  if (target && !taken) return refuse({ kind: 'limit-reached' })
  return {
    outcome: from === empresaid ? { kind: 'confirmed' } : { kind: 'moved', from, isConfirmed: live !== null },
    changes: taken ? [...given, taken] : given,
    desistencia: live && undone(live, now),
  }
}

interface MergeDecision {
  returned: string | null
  /** The reserva of the other one that pays for the kept one from now on. */
  taken: string | null
  /** Of different companies, and written together. */
  changes: AllotmentChange[]
  /** The kept one's withdrawal, undone; null where it stays as it is. */
  desistencia: Desistencia | null
}

/**
 * Decides what becomes of two credenciais that become one. The guest comes when either does; the invitation is the kept
 * one's, or else the other's, and a place that was kept for either is given back, but for that of a guest who stays
 * withdrawn.
 */
export function decideMerge(keptId: string, kept: Lugar, other: Lugar, now: number): MergeDecision {
  const live = liveOf(kept.desistencia)
  const isBack = live !== null && !liveOf(other.desistencia)
  const desistencia = isBack ? undone(live, now) : null
  const taken = kept.payer ? null : other.payer
  const given = [kept.payer && other.payer, other.guardada, isBack ? kept.guardada : null].filter(
    (payer) => payer !== null,
  )
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
  const returned = given[0]?.empresa.empresaid ?? null
  return { returned, taken: taken?.reserva.reservaid ?? null, changes, desistencia }
}
