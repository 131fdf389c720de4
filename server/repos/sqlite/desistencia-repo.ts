import type { DesistenciaRepo } from '../../domain/desistencia-repo.ts'
import {
  decideReturn,
  decideWithdrawal,
  type Desistencia,
  type Return,
  type ReturnRequest,
  type Withdrawal,
  type WithdrawalRequest,
} from '../../domain/desistencia.ts'
import { admissionsIn } from '../../domain/entrada.ts'
import { feitoOf, type Autor } from '../../domain/historico.ts'
import { prepareAllotment } from './allotment-statements.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { prepareCredenciais } from './credencial-statements.ts'
import { prepareDesistencias } from './desistencias.ts'
import { prepareEntradas } from './entrada-statements.ts'
import { prepareFeitos } from './feitos.ts'

/** Withdrawals in SQLite. */
export function createDesistenciaRepo(db: Connection): DesistenciaRepo {
  const allotment = prepareAllotment(db)
  const credenciais = prepareCredenciais(db)
  const desistencias = prepareDesistencias(db)
  const entradas = prepareEntradas(db)
  const putFeito = prepareFeitos(db)
  const selectLive = db.prepare<[], Desistencia>('SELECT * FROM desistencia WHERE desfeitaem IS NULL')
  const repoint = db.prepare<[string, string]>('UPDATE convitepessoal SET reservaid = ? WHERE reservaid = ?')

  const withdraw = (request: WithdrawalRequest, autor: Autor): Withdrawal => {
    const { credencialid, empresaid } = request
    if (!credenciais.find(credencialid)) return { kind: 'credencial-not-found' }
    const { outcome, change, desistencia } = decideWithdrawal(
      {
        payer: allotment.findPayer(credencialid),
        desistencia: desistencias.find(credencialid),
        isInside: admissionsIn(entradas.listOf(credencialid)).length > 0,
      },
      request,
    )
    allotment.write(change)
    if (desistencia) desistencias.put(desistencia)
    if (outcome.kind === 'withdrawn') {
      const ato = empresaid === null ? 'desistiu' : 'liberou'
      putFeito(feitoOf(autor, ato, credencialid, outcome.empresaid ?? ''))
    }
    return outcome
  }

  const undo = (request: ReturnRequest, autor: Autor): Return => {
    const { credencialid, reservaid, now } = request
    const stored = desistencias.find(credencialid)
    const empresaid = stored?.empresaid ?? null
    const asked = { sid: '', origem: null, reservaid, now, holdMs: 0 }
    const read = empresaid === null ? null : allotment.read({ ...asked, empresaid })
    const facts = { desistencia: stored, allotment: read }
    const { outcome, change, desistencia } = decideReturn(facts, request)
    allotment.write(change)
    if (desistencia) desistencias.put(desistencia)
    if (outcome.kind === 'returned') {
      if (stored?.reservaid != null) repoint.run(reservaid, stored.reservaid)
      putFeito(feitoOf(autor, 'voltou', credencialid, outcome.empresaid ?? ''))
    }
    return outcome
  }

  return {
    withdraw: inTransaction(db, withdraw),
    undo: inTransaction(db, undo),
    find: async (credencialid) => translateErrors(() => desistencias.find(credencialid)),
    async list() {
      const live = translateErrors(() => selectLive.all())
      return new Map(live.map((desistencia) => [desistencia.credencialid, desistencia]))
    },
  }
}
