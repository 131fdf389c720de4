import { take } from './claim.ts'
import { convitesLeft } from './empresa.ts'
import type { Payer } from './payment.ts'
import { giveBack, type Allotment, type AllotmentChange, type Reserva } from './reserva.ts'

/** A guest's "não poderei ir", or the table's. A record of its own: the credencial stays as it is. */
export interface Desistencia {
  credencialid: string
  /** Milliseconds since the epoch. */
  em: number
  por: 'convidado' | 'mesa'
  /** When it was undone, by DESFAZER or by registering again; null while it holds. */
  desfeitaem: number | null
  /** The company that had paid, and the reserva it got back; both null for a guest nobody had paid for. */
  empresaid: string | null
  reservaid: string | null
}

/** Who withdraws a guest. */
export interface WithdrawalRequest {
  credencialid: string
  /** The company whose holder frees the place; null for the guest. */
  empresaid: string | null
  /** Milliseconds since the epoch. */
  now: number
  /** Registrations are closed: a holder frees no place any more. */
  isClosed: boolean
}

/** What became of it; nothing is written unless `withdrawn`. */
export type Withdrawal =
  /** `empresaid` got its invitation back; null for a guest of the public form. */
  | { kind: 'withdrawn'; empresaid: string | null }
  | { kind: 'already-withdrawn' }
  /** The guest has been admitted. */
  | { kind: 'inside' }
  | { kind: 'closed' }
  /** There is no such guest; for a holder, none at the table. */
  | { kind: 'credencial-not-found' }

/** What storage read, inside the transaction, of a guest who exists. */
export interface WithdrawalFacts {
  payer: Payer | null
  /** The guest's withdrawal, undone or not. */
  desistencia: Desistencia | null
  isInside: boolean
}

/** Decides a withdrawal: once, however often it is sent, and never for a guest who is inside. */
export function decideWithdrawal(
  { payer, desistencia, isInside }: WithdrawalFacts,
  { credencialid, empresaid, now, isClosed }: WithdrawalRequest,
): { outcome: Withdrawal; change: AllotmentChange | null; desistencia: Desistencia | null } {
  const refuse = (outcome: Withdrawal) => ({ outcome, change: null, desistencia: null })
  const isOfTable = empresaid !== null
  if (liveOf(desistencia)) return refuse({ kind: 'already-withdrawn' })
  if (isOfTable && payer?.empresa.empresaid !== empresaid) return refuse({ kind: 'credencial-not-found' })
  if (isInside) return refuse({ kind: 'inside' })
  if (isOfTable && isClosed) return refuse({ kind: 'closed' })
  return {
    outcome: { kind: 'withdrawn', empresaid: payer?.empresa.empresaid ?? null },
    // The address stays until its 48 hours are over: to withdraw resets no pace and hides no burst (decision 0011).
    change: payer && giveBack(payer.empresa, [{ ...payer.reserva, sid: '' }]),
    desistencia: {
      ...{ credencialid, em: now, por: isOfTable ? 'mesa' : 'convidado', desfeitaem: null },
      empresaid: payer?.empresa.empresaid ?? null,
      reservaid: payer?.reserva.reservaid ?? null,
    },
  }
}

/** A guest who comes after all. */
export interface ReturnRequest {
  credencialid: string
  /** Random id for the reserva. Made outside the transaction, so that a retry does not double it. */
  reservaid: string
  /** Milliseconds since the epoch. */
  now: number
  isClosed: boolean
}

/** What became of DESFAZER; nothing is written unless `returned`. */
export type Return =
  | { kind: 'returned'; empresaid: string | null }
  /** The guest is confirmed, or does not exist. */
  | { kind: 'not-withdrawn' }
  /** The table withdrew the guest: only the table, or a new registration, brings them back. */
  | { kind: 'by-table' }
  /** The table has used the place meanwhile. */
  | { kind: 'limit-reached' }
  | { kind: 'closed' }
  | { kind: 'empresa-not-found' }

/** What storage read, inside the transaction. */
export interface ReturnFacts {
  desistencia: Desistencia | null
  /** The allotment of the company that got the invitation back; null where none did, or the company is gone. */
  allotment: Allotment | null
}

/** Decides DESFAZER: until the closing date an invitation is newly taken for the guest, whatever the pace. */
export function decideReturn(
  { desistencia, allotment }: ReturnFacts,
  { credencialid, reservaid, now, isClosed }: ReturnRequest,
): { outcome: Return; change: AllotmentChange | null; desistencia: Desistencia | null } {
  const refuse = (outcome: Return) => ({ outcome, change: null, desistencia: null })
  const live = liveOf(desistencia)
  if (!live) return refuse({ kind: 'not-withdrawn' })
  if (live.por === 'mesa') return refuse({ kind: 'by-table' })
  if (isClosed) return refuse({ kind: 'closed' })
  const done = undone(live, now)
  if (live.reservaid === null)
    return { outcome: { kind: 'returned', empresaid: null }, change: null, desistencia: done }
  if (!allotment) return refuse({ kind: 'empresa-not-found' })
  const { empresa, ended } = allotment
  if (convitesLeft(empresa, ended.length) === 0) return refuse({ kind: 'limit-reached' })
  const { empresaid } = empresa
  const paid: Reserva = {
    ...{ reservaid, empresaid, sid: '', origem: null, estado: 'usada', credencialid },
    ...{ criadaem: now, expiraem: now },
  }
  return { outcome: { kind: 'returned', empresaid }, change: take(allotment, paid), desistencia: done }
}

/** A withdrawal while it holds; null where there is none, and for one that was undone. */
export function liveOf(desistencia: Desistencia | null | undefined): Desistencia | null {
  return desistencia?.desfeitaem === null ? desistencia : null
}

/** The withdrawal, undone at an instant. */
export function undone(desistencia: Desistencia, now: number): Desistencia {
  return { ...desistencia, desfeitaem: now }
}
