import {
  CASA,
  casaLeft,
  DA_CASA,
  decideLotacao,
  NINGUEM,
  NOME_DA_CASA,
  reservaDaCasa,
  type Acerto,
  type LotacaoChange,
} from '../casa.ts'
import { take } from '../claim.ts'
import { liveOf } from '../desistencia.ts'
import { linhaDoHistorico, type Autor } from '../historico.ts'
import { openLedger } from '../ledger.ts'
import { usadaFor } from '../reserva.ts'
import { plainly, type Tx } from '../tx.ts'
import { refuseWhileBeginning } from './evento.ts'

/**
 * Gives the event a LOTAÇÃO. The house has what the companies have not, and counts what it gives.
 * @returns `more` when one transaction could not erase all of the house's records
 */
export function definirLotacao(
  tx: Tx,
  lotacao: number | null,
  autor: Autor,
): LotacaoChange | { kind: 'more' } {
  refuseWhileBeginning(tx.evento())
  const [casa, companies, nome] = [tx.casa(), tx.totalDeConvites(), tx.outraNaCasa()]
  if (nome !== null) return { kind: 'taken', nome }
  if (lotacao === null) {
    if (!casa) return { kind: 'unchanged' }
    // Who withdrew, or may still take a place back, keeps the house.
    if (casa.licredencial > 0 || tx.isAwaited(CASA))
      return { kind: 'too-low', least: companies + casa.licredencial }
    if (!tx.eraseEmpresa(CASA)) return { kind: 'more' }
    tx.done(linhaDoHistorico(autor, 'mudou-lotacao', ''))
    return { kind: 'changed' }
  }
  const { outcome, icredencial } = decideLotacao(casa, companies, lotacao)
  if (outcome.kind !== 'changed') return outcome
  tx.putEmpresa(CASA, {
    ...(casa ? {} : { nome: NOME_DA_CASA, usuarioid: DA_CASA, licredencial: 0 }),
    icredencial,
  })
  tx.done(linhaDoHistorico(autor, 'mudou-lotacao', '', String(lotacao)))
  return outcome
}

/**
 * Moves places between a table and the house, so that LOTAÇÃO stays.
 * @param isRaised LOTAÇÃO rises by what the house has not left
 * @returns how many the house has left if it has too few; null once it is done
 */
export function moveFromCasa(tx: Tx, count: number, isRaised: boolean): number | null {
  const casa = tx.casa()
  if (!casa || count === 0) return null
  const left = casaLeft(casa)
  if (count > left && !isRaised) return left
  tx.putEmpresa(CASA, { icredencial: casa.icredencial - Math.min(count, left) })
  return null
}

export function acertarConvidados(tx: Tx, credencialids: string[], now: number): Acerto {
  const allotment = tx.casa() && tx.allotment(plainly(CASA, now))
  const facts = credencialids.map((id) => ({
    isStored: tx.get('credenciais', id) !== null,
    payer: tx.payerOf(id),
    isAbsent: liveOf(tx.get('desistencias', id)) !== null,
  }))
  const ledger = openLedger()
  let [acertados, alem] = [0, 0]
  credencialids.forEach((id, at) => {
    const { isStored = false, payer = null, isAbsent = true } = facts[at] ?? {}
    if (!allotment || !isStored || isAbsent || payer) return
    const change = take(ledger.after(allotment), usadaFor(id, reservaDaCasa(id), CASA, now))
    ledger.note(change)
    if (change) acertados++
    else alem++
  })
  for (const change of ledger.changes()) tx.allot(change)
  return { acertados, alem }
}

export function acertarConvites(tx: Tx, codigos: string[], now: number): Acerto {
  const allotment = tx.casa() && tx.allotment(plainly(CASA, now))
  const found = codigos.flatMap((codigo) => tx.convite(codigo) ?? [])
  const ledger = openLedger()
  let [acertados, alem] = [0, 0]
  for (const { convite, reservas } of found) {
    if (convite.empresaid !== NINGUEM.empresaid) continue
    const counted = reservas.filter(({ estado }) => estado !== 'liberada')
    const moved = counted.map((reserva) => ({ ...reserva, empresaid: CASA }))
    const change = allotment && take(ledger.after(allotment), ...moved)
    if (!change) {
      alem += counted.length
      continue
    }
    ledger.note(change)
    acertados += counted.length
    tx.put('convites', { ...convite, empresaid: CASA })
  }
  for (const change of ledger.changes()) tx.allot(change)
  return { acertados, alem }
}
