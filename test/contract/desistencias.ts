import type { ReturnRequest, WithdrawRequest } from '../../server/domain/desistencia.ts'
import { anAutor, NOW, unique } from '../support/factories.ts'
import type { Harness } from './harness.ts'

export const LATER = NOW + 60_000

const aDesistencia = (credencialid: string, fields: Partial<WithdrawRequest> = {}): WithdrawRequest => ({
  credencialid,
  empresaid: null,
  now: LATER,
  isClosed: false,
  ...fields,
})

const aReturn = (credencialid: string, fields: Partial<ReturnRequest> = {}): ReturnRequest => ({
  credencialid,
  reservaid: unique('reserva'),
  now: LATER + 1,
  isClosed: false,
  ...fields,
})

export const withdraw = ({ storage }: Harness, credencialid: string, fields: Partial<WithdrawRequest> = {}) =>
  storage.desistencias.withdraw(aDesistencia(credencialid, fields), anAutor())

export const undo = ({ storage }: Harness, credencialid: string, fields: Partial<ReturnRequest> = {}) =>
  storage.desistencias.undo(aReturn(credencialid, fields), anAutor())
