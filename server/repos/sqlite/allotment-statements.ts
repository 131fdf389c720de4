import { guardadaOf, type Desistencia } from '../../domain/desistencia.ts'
import { parseEmpresa } from '../../domain/empresa.ts'
import { PACE_MS } from '../../domain/convites-per-address.ts'
import type { Payer } from '../../domain/claim.ts'
import type { Allotment, AllotmentChange, Reserva } from '../../domain/reserva.ts'
import type { AllotmentRequest } from '../../domain/tx.ts'
import type { Connection } from './connection.ts'

/** What claims and registrations read and write of a company, inside the caller's transaction. */
export function prepareAllotment(db: Connection) {
  const selectEmpresa = db.prepare<[string]>('SELECT * FROM empresa WHERE empresaid = ?')
  const selectMine = db.prepare<[string, string], Reserva>(
    `SELECT * FROM reserva WHERE sid = ? AND empresaid = ? AND estado = 'pendente'`,
  )
  const selectFechada = db.prepare<[string], { fechada: number }>(
    'SELECT fechada FROM mesa WHERE empresaid = ?',
  )
  const selectEnded = db.prepare<[string, number], Reserva>(
    `SELECT * FROM reserva WHERE empresaid = ? AND estado = 'pendente' AND expiraem <= ?`,
  )
  const countFromOrigem = db.prepare<[string, number, string], { held: number }>(
    `SELECT count(*) AS held FROM reserva
     WHERE empresaid = ? AND estado = 'pendente' AND expiraem > ? AND origem = ? AND credencialid IS NULL`,
  )
  const countTaken = db.prepare<[string, string, number], { taken: number }>(
    'SELECT count(*) AS taken FROM reserva WHERE empresaid = ? AND origem = ? AND criadaem > ?',
  )
  const selectUsada = db.prepare<[string], Reserva>(
    `SELECT * FROM reserva WHERE credencialid = ? AND estado = 'usada'`,
  )
  const selectOne = db.prepare<[string], Reserva>('SELECT * FROM reserva WHERE reservaid = ?')
  const updateEmpresa = db.prepare<[number, string]>(
    'UPDATE empresa SET licredencial = CAST(? AS INTEGER) WHERE empresaid = ?',
  )
  const releaseReserva = db.prepare<[Reserva]>(
    `UPDATE reserva SET estado = 'liberada', sid = @sid, origem = @origem WHERE reservaid = @reservaid`,
  )
  const putReserva = db.prepare<[Reserva]>(
    `INSERT INTO reserva (reservaid, empresaid, sid, origem, estado, criadaem, expiraem, credencialid)
     VALUES (@reservaid, @empresaid, @sid, @origem, @estado, @criadaem, @expiraem, @credencialid)
     ON CONFLICT (reservaid) DO UPDATE
     SET sid = @sid, origem = @origem, estado = @estado, expiraem = @expiraem, credencialid = @credencialid`,
  )
  const forgetPayer = db.prepare<[string]>(
    `UPDATE reserva SET origem = NULL, sid = '' WHERE credencialid = ? AND estado = 'usada'`,
  )

  const empresa = (empresaid: string) => {
    const row = selectEmpresa.get(empresaid)
    return row ? parseEmpresa(empresaid, row) : null
  }

  const findUsada = (credencialid: string) => selectUsada.get(credencialid) ?? null

  const withEmpresa = (reserva: Reserva | null): Payer | null => {
    const found = reserva && empresa(reserva.empresaid)
    return found && { reserva, empresa: found }
  }

  return {
    empresa,
    allotment({ empresaid, sid, origem, now }: AllotmentRequest): Allotment | null {
      const found = empresa(empresaid)
      if (!found) return null
      return {
        empresa: found,
        isFechada: selectFechada.get(empresaid)?.fechada === 1,
        mine: selectMine.get(sid, empresaid) ?? null,
        ended: selectEnded.all(empresaid, now),
        // Where addresses do not count, neither do personal invitations, which have none.
        heldFromOrigem: origem === null ? 0 : (countFromOrigem.get(empresaid, now, origem)?.held ?? 0),
        takenFromOrigem: origem === null ? 0 : (countTaken.get(empresaid, origem, now - PACE_MS)?.taken ?? 0),
      }
    },

    allot(change: AllotmentChange | null) {
      if (!change) return
      updateEmpresa.run(change.licredencial, change.empresaid)
      for (const reserva of change.release) releaseReserva.run(reserva)
      for (const reserva of change.store) putReserva.run(reserva)
    },

    findUsada,
    forgetPayer: (credencialid: string) => void forgetPayer.run(credencialid),
    payerOf: (credencialid: string) => withEmpresa(findUsada(credencialid)),
    guardadaOf(desistencia: Desistencia | null) {
      if (!desistencia?.reservaid) return null
      return withEmpresa(guardadaOf(desistencia, selectOne.get(desistencia.reservaid) ?? null))
    },
  }
}
