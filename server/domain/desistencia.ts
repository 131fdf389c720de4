import { take, type Payer } from './claim.ts'
import type { Autor } from './historico.ts'
import {
  giveBack,
  isGuardada,
  openTo,
  usadaFor,
  type Allotment,
  type AllotmentChange,
  type Reserva,
} from './reserva.ts'

/** How long a place is kept for Desfazer after a withdrawal, in milliseconds: a night (decision 0023). */
export const GUARDA_MS = 12 * 3_600_000

/** A guest's "não poderei ir", or the table's. It is a record of its own: the credencial stays as it is. */
export interface Desistencia {
  credencialid: string
  em: number
  por: 'convidado' | 'mesa'
  /** When it was undone, by Desfazer or by registering again; null while it holds. */
  desfeitaem: number | null
  /**
   * The company that had paid, and the reserva that paid: given back, or kept for the guest while it is
   * pendente. Both null for a guest nobody had paid for.
   */
  empresaid: string | null
  reservaid: string | null
}

/** The spreadsheet's word for a guest who withdrew, by who withdrew them. */
export const ESTADOS = { convidado: 'desistiu', mesa: 'retirado pela mesa' } as const

/** Added after it for a guest who came after all. */
export const MAS_ENTROU = ', mas entrou'

/** Withdraws a guest, or frees the place kept for one. */
export interface WithdrawRequest {
  credencialid: string
  /** Withdraws those who came along by the guest's act, too. */
  isTodos?: boolean
  /** The company whose place is freed, by its holder or the organiser; null when the guest withdraws. */
  empresaid: string | null
  now: number
  /**
   * Registrations are closed: a holder can no longer free a place, and none is kept for Desfazer, which is
   * over.
   */
  isClosed: boolean
  /** Frees only a place that is kept: a guest who has come back meanwhile stays. */
  isOfGuardada?: boolean
}

/** What became of it; nothing is written unless `withdrawn`. */
export type WithdrawOutcome =
  /** `empresaid` got its invitation back, or keeps it for the guest; null for a guest of the public form. */
  | { kind: 'withdrawn'; empresaid: string | null }
  | { kind: 'already-withdrawn' }
  /** The place to free is no longer kept: the guest came back, or it was freed before. */
  | { kind: 'not-kept' }
  | { kind: 'inside' }
  | { kind: 'closed' }
  /** There is no such guest; for a holder, none at the table. */
  | { kind: 'credencial-not-found' }

/** A guest's place, as an act reads it inside the transaction. */
export interface Lugar {
  payer: Payer | null
  /** The reserva that has kept the guest's place since they withdrew. */
  guardada: Payer | null
  desistencia: Desistencia | null
}

/** The company that invited a guest, or had when they withdrew; null for none. */
export const inviterIn = ({ payer, desistencia }: Lugar): string | null =>
  payer?.empresa.empresaid ?? liveOf(desistencia)?.empresaid ?? null

/**
 * Decides a withdrawal: it happens once, however often it is sent, and never to a guest who is inside. A
 * place that a holder frees is free at once, even if it was kept for a guest who withdrew before.
 */
export function decideDesistencia(
  { payer, guardada, desistencia, isInside }: Lugar & { isInside: boolean },
  { credencialid, empresaid, now, isClosed, isOfGuardada }: WithdrawRequest,
): { outcome: WithdrawOutcome; change: AllotmentChange | null; desistencia: Desistencia | null } {
  const refuse = (outcome: WithdrawOutcome) => ({ outcome, change: null, desistencia: null })
  const isOfTable = empresaid !== null
  if (liveOf(desistencia)) {
    if (!isOfTable || guardada?.empresa.empresaid !== empresaid)
      return refuse({ kind: isOfGuardada ? 'not-kept' : 'already-withdrawn' })
    if (isClosed) return refuse({ kind: 'closed' })
    const change = giveBack(guardada.empresa, [{ ...guardada.reserva, sid: '' }])
    return { outcome: { kind: 'withdrawn', empresaid }, change, desistencia: null }
  }
  if (isOfGuardada) return refuse({ kind: 'not-kept' })
  if (isOfTable && payer?.empresa.empresaid !== empresaid) return refuse({ kind: 'credencial-not-found' })
  if (isInside) return refuse({ kind: 'inside' })
  if (isOfTable && isClosed) return refuse({ kind: 'closed' })
  return {
    outcome: { kind: 'withdrawn', empresaid: payer?.empresa.empresaid ?? null },
    // The address stays for its 48 hours: a withdrawal resets no pace and hides no burst (decision 0011).
    change:
      payer &&
      (isOfTable || isClosed ? giveBack(payer.empresa, [{ ...payer.reserva, sid: '' }]) : keep(payer, now)),
    desistencia: {
      credencialid,
      em: now,
      por: isOfTable ? 'mesa' : 'convidado',
      desfeitaem: null,
      empresaid: payer?.empresa.empresaid ?? null,
      reservaid: payer?.reserva.reservaid ?? null,
    },
  }
}

/** Keeps a guest's place for them: no browser knows the id used as its `sid`. */
function keep({ empresa, reserva }: Payer, now: number): AllotmentChange {
  const expiraem = now + GUARDA_MS
  const guardada: Reserva = { ...reserva, estado: 'pendente', sid: reserva.reservaid, expiraem }
  return { ...giveBack(empresa, []), store: [guardada] }
}

/** A guest who comes after all. */
export interface ReturnRequest {
  credencialid: string
  /** Brings back those who came along and withdrew with the guest, too. */
  isTodos?: boolean
  now: number
  isClosed: boolean
}

/** What became of Desfazer; nothing is written unless `returned`. */
export type Return =
  | { kind: 'returned'; empresaid: string | null }
  /** The guest is confirmed, or does not exist. */
  | { kind: 'not-withdrawn' }
  /** The table withdrew the guest: only the table, or a new registration, can bring them back. */
  | { kind: 'by-table' }
  /** The place is no longer kept, and the table has used it meanwhile. */
  | { kind: 'limit-reached' }
  | { kind: 'closed' }
  | { kind: 'empresa-not-found' }

interface ReturnFacts {
  desistencia: Desistencia | null
  /** The allotment of the company that got the invitation back; null if none did, or the company is gone. */
  allotment: Allotment | null
  /** The reserva that keeps the guest's place there. */
  guardada: Reserva | null
}

/**
 * Decides Desfazer: until the closing date the same reserva pays again, kept or newly taken, whatever the
 * pace. So a personal invitation that had paid is still the guest's.
 */
export function decideReturn(
  { desistencia, allotment, guardada }: ReturnFacts,
  { credencialid, now, isClosed }: ReturnRequest,
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
  const opened = openTo(allotment, guardada)
  const { empresaid } = opened.empresa
  const paying = guardada && { ...guardada, estado: 'usada' as const, sid: '', expiraem: now }
  const change = take(opened, paying ?? usadaFor(credencialid, live.reservaid, empresaid, now))
  if (!change) return refuse({ kind: 'limit-reached' })
  return { outcome: { kind: 'returned', empresaid }, change, desistencia: done }
}

/** The withdrawal's reserva, if it still keeps the guest's place. */
export function guardadaOf(desistencia: Desistencia | null, reserva: Reserva | null): Reserva | null {
  return liveOf(desistencia) && reserva && isGuardada(reserva) ? reserva : null
}

/** A withdrawal that still holds; null when there is none, or it was undone. */
export function liveOf(desistencia: Desistencia | null | undefined): Desistencia | null {
  return desistencia?.desfeitaem === null ? desistencia : null
}

export function undone(desistencia: Desistencia, now: number): Desistencia {
  return { ...desistencia, desfeitaem: now }
}

export interface DesistenciaRepo {
  /**
   * Withdraws a guest, in one transaction with returning the invitation to its company. The history gets
   * `desistiu`, or `liberou` when a holder frees the place, with the empresaid.
   */
  withdraw(request: WithdrawRequest, autor: Autor): Promise<WithdrawOutcome>

  /** Brings back a guest who withdrew; the history gets `voltou`, with the empresaid. */
  undo(request: ReturnRequest, autor: Autor): Promise<Return>

  find(credencialid: string): Promise<Desistencia | null>
}
