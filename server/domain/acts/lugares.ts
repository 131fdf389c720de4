import { NINGUEM, payerIn, reservaDaCasa } from '../casa.ts'
import { decideClaim, type Claim, type ClaimRequest, type Payer } from '../claim.ts'
import { type DaPessoa, estadoOf, isTakenBack } from '../convite-pessoal.ts'
import type { ConviteCorrection, CreateRequest } from '../convites.ts'
import {
  decideCreation,
  decideResposta,
  decideRevocation,
  type Creation,
  type ConviteRevocation,
  type RespostaAoConvite,
  type RespostaRequest,
} from '../convites.ts'
import {
  decideReturn,
  decideDesistencia,
  type Desistencia,
  type Return,
  type ReturnRequest,
  type WithdrawOutcome,
  type WithdrawRequest,
} from '../desistencia.ts'
import { entradasIn } from '../entrada.ts'
import { autorAt, linhaDoHistorico, type Autor } from '../historico.ts'
import { importadoOf, marcaDoConvite } from '../importacao.ts'
import { openLedger } from '../ledger.ts'
import type { LinkChange } from '../mesa.ts'
import { plainly, type Tx } from '../tx.ts'
import { closingBy, refuseWhileBeginning } from './evento.ts'
import { lugarOf } from './convidados.ts'

export function claim(tx: Tx, request: ClaimRequest): Claim {
  const [allotment, { isClosed, isCancelled }] = [tx.allotment(request), closingBy(tx, request.now)]
  const { outcome, change } = decideClaim(allotment, {
    ...request,
    isClosed: request.isClosed || isClosed,
    isCancelled,
  })
  tx.allot(change)
  return outcome
}

export function withdraw(tx: Tx, request: WithdrawRequest, autor: Autor): WithdrawOutcome {
  const together = togetherOf(tx, request)
  const facts = together.map((credencialid) => ({
    ...lugarOf(tx, credencialid),
    isInside: entradasIn(tx.entradasFollowing(credencialid)).length > 0,
  }))
  if (!tx.get('credenciais', request.credencialid)) return { kind: 'credencial-not-found' }
  const ledger = openLedger()
  const outcomes = facts.map((fact, at): WithdrawOutcome => {
    const credencialid = together[at] ?? ''
    const { outcome, change, desistencia } = decideDesistencia(
      { ...fact, payer: ledger.left(fact.payer), guardada: ledger.left(fact.guardada) },
      { ...request, credencialid },
    )
    ledger.note(change)
    tx.putDesistencia(desistencia)
    if (outcome.kind === 'withdrawn') {
      const ato = request.empresaid === null ? 'desistiu' : 'liberou'
      tx.done(linhaDoHistorico(autorAt(autor, at), ato, credencialid, outcome.empresaid ?? ''))
    }
    return outcome
  })
  for (const change of ledger.changes()) tx.allot(change)
  // Who has withdrawn before may withdraw the others now.
  return outcomes.find(({ kind }) => kind === 'withdrawn') ?? outcomes[0] ?? { kind: 'credencial-not-found' }
}

/** The guest, and those who came along by the guest's act if they are meant too. */
const togetherOf = (
  tx: Tx,
  { credencialid, isTodos = false }: { credencialid: string; isTodos?: boolean },
) => [
  credencialid,
  ...(isTodos ? tx.acompanhantesOf(credencialid).map(({ chave }) => chave.credencialid) : []),
]

export function undoDesistencia(tx: Tx, request: ReturnRequest, autor: Autor): Return {
  const { now } = request
  const together = togetherOf(tx, request)
  const facts = together.map((credencialid) => {
    const guardada = tx.guardadaOf(tx.get('desistencias', credencialid))
    const desistencia = paidNow(tx, credencialid, guardada)
    const empresaid = desistencia?.empresaid ?? null
    const allotment = empresaid === null ? null : tx.allotment(plainly(empresaid, now))
    return { credencialid, desistencia, allotment, guardada }
  })
  const ledger = openLedger()
  // Only those come back who withdrew in the same act.
  const back = facts.filter((fact, at) => at === 0 || fact.desistencia?.em === facts[0]?.desistencia?.em)
  const decisions = back.map(({ credencialid, desistencia, ...fact }) => {
    const allotment = fact.allotment && ledger.after(fact.allotment)
    // The return of the one before gives back every place of the company whose night is over.
    const guardada = ledger.left(fact.guardada)?.reserva ?? null
    const decision = decideReturn({ desistencia, allotment, guardada }, { ...request, credencialid })
    ledger.note(decision.change)
    return { ...decision, credencialid }
  })
  // All of them, or nobody: who is left out would hear it at the door.
  const full = decisions.find(({ outcome }) => outcome.kind === 'limit-reached')
  if (full) return full.outcome
  decisions.forEach(({ credencialid, outcome, desistencia }, at) => {
    tx.putDesistencia(desistencia)
    if (outcome.kind === 'returned')
      tx.done(linhaDoHistorico(autorAt(autor, at), 'voltou', credencialid, outcome.empresaid ?? ''))
  })
  for (const change of ledger.changes()) tx.allot(change)
  return decisions[0]?.outcome ?? { kind: 'not-withdrawn' }
}

/** A withdrawal, and what pays once it is undone: since the event has a LOTAÇÃO, the house where nobody did. */
function paidNow(tx: Tx, credencialid: string, guardada: Payer | null): Desistencia | null {
  const [desistencia, casa] = [tx.get('desistencias', credencialid), tx.casa()]
  if (!desistencia || !casa || payerIn({ empresaid: desistencia.empresaid ?? '' }) !== null)
    return desistencia
  const reservaid = desistencia.reservaid ?? reservaDaCasa(credencialid)
  return { ...desistencia, empresaid: guardada?.empresa.empresaid ?? casa.empresaid, reservaid }
}

export function createConvites(
  tx: Tx,
  { empresaid, novos, now, planilha }: CreateRequest,
  autor: Autor,
): Creation {
  refuseWhileBeginning(tx.evento())
  if (planilha && tx.isForgotten(planilha)) return { kind: 'empresa-not-found' }
  const payer = empresaid === NINGUEM.empresaid ? (tx.casa() ?? NINGUEM) : { empresaid }
  const allotment = tx.allotment(plainly(payer.empresaid, now))
  // Another try may have made some of them. One that was taken back with its import is made again.
  const missing = novos.filter(({ codigo }) => {
    const found = tx.convite(codigo)
    return found === null || isTakenBack(found)
  })
  if (missing.length === 0) return { kind: 'created' }
  const { outcome, change, convites } = decideCreation(allotment, missing, now)
  tx.allot(change)
  for (const convite of convites) {
    tx.put('convites', convite)
    const marca = marcaDoConvite(convite)
    if (planilha) tx.put('importados', importadoOf(planilha, 'convite', convite.codigo, { marca }))
  }
  if (outcome.kind === 'created')
    tx.done(linhaDoHistorico(autor, 'criou-convites', empresaid, String(missing.length)))
  return outcome
}

export function correctConvite(tx: Tx, codigo: string, pessoa: DaPessoa, autor: Autor): ConviteCorrection {
  const found = tx.convite(codigo)
  if (!found) return { kind: 'convite-not-found' }
  if (estadoOf(found) !== 'novo') return { kind: 'not-new' }
  tx.put('convites', { ...found.convite, ...pessoa })
  tx.done(linhaDoHistorico(autor, 'renomeou-convite', found.convite.empresaid))
  return { kind: 'corrected' }
}

export function revokeConvite(tx: Tx, codigo: string, autor: Autor): ConviteRevocation {
  const found = tx.convite(codigo)
  const allotment = found && tx.allotment(plainly(found.convite.empresaid, autor.em))
  if (!allotment) return { kind: 'convite-not-found' }
  const { empresa } = allotment
  const { outcome, change } = decideRevocation(found, empresa)
  tx.allot(change)
  if (outcome.kind === 'revoked' && found.convite.recusadoem !== null)
    tx.put('convites', { ...found.convite, recusadoem: null, telefone: '' })
  if (outcome.kind === 'revoked') tx.done(linhaDoHistorico(autor, 'revogou-convite', empresa.empresaid))
  return outcome
}

export function answerConvite(tx: Tx, request: RespostaRequest, autor: Autor): RespostaAoConvite {
  const found = tx.convite(request.codigo)
  const [allotment, { isClosed }] = [
    found && tx.allotment(plainly(found.convite.empresaid, request.now)),
    closingBy(tx, request.now),
  ]
  if (!found || !allotment) return { kind: 'convite-not-found' }
  const asked = { ...request, isClosed: request.isClosed || isClosed }
  const { outcome, change, convite } = decideResposta(found, allotment, asked)
  // First: with its places its number goes.
  if (convite) tx.put('convites', convite)
  tx.allot(change)
  if (convite) {
    const ato = request.isRecusa ? 'recusou-convite' : 'voltou-ao-convite'
    tx.done(linhaDoHistorico(autor, ato, convite.empresaid))
  }
  return outcome
}

export function setFechada(tx: Tx, empresaid: string, fechada: boolean, autor: Autor): LinkChange {
  refuseWhileBeginning(tx.evento())
  const [empresa, mesa] = [tx.empresa(empresaid), tx.mesa(empresaid)]
  if (!empresa) return { kind: 'empresa-not-found' }
  if (mesa.fechada === fechada) return { kind: 'unchanged' }
  tx.put('mesas', { ...mesa, fechada })
  tx.done(linhaDoHistorico(autor, fechada ? 'fechou-link' : 'abriu-link', empresaid))
  return { kind: 'changed' }
}

export function renewMesa(tx: Tx, empresaid: string, autor: Autor, from?: number): number | null {
  refuseWhileBeginning(tx.evento())
  const [empresa, mesa] = [tx.empresa(empresaid), tx.mesa(empresaid)]
  if (!empresa) return null
  if (from !== undefined && from !== mesa.versao) return mesa.versao
  const versao = mesa.versao + 1
  tx.put('mesas', { ...mesa, versao })
  tx.done(linhaDoHistorico(autor, 'renovou-mesa', empresaid))
  return versao
}
