import type { ReturnRequest, WithdrawalRequest } from '../../server/domain/desistencia.ts'
import { anAutor, NOW, unique } from '../support/factories.ts'
import type { Harness } from './harness.ts'

export const LATER = NOW + 60_000

const aWithdrawal = (credencialid: string, fields: Partial<WithdrawalRequest> = {}): WithdrawalRequest => ({
  ...{ credencialid, empresaid: null, now: LATER, isClosed: false },
  ...fields,
})

const aReturn = (credencialid: string, fields: Partial<ReturnRequest> = {}): ReturnRequest => ({
  ...{ credencialid, reservaid: unique('reserva'), now: LATER + 1, isClosed: false },
  ...fields,
})

export const withdraw = (
  { storage }: Harness,
  credencialid: string,
  fields: Partial<WithdrawalRequest> = {},
) => storage.desistencias.withdraw(aWithdrawal(credencialid, fields), anAutor())

export const undo = ({ storage }: Harness, credencialid: string, fields: Partial<ReturnRequest> = {}) =>
  storage.desistencias.undo(aReturn(credencialid, fields), anAutor())
