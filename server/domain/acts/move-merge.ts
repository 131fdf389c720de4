import { newChave } from '../acesso.ts'
import { isOfHouse, payerIn } from '../casa.ts'
import { chaveAt } from '../chave.ts'
import { take } from '../claim.ts'
import type { Merge, MergeRequest, Move, MoveRequest } from '../credencial-repo.ts'
import { inviterIn, liveOf, undone, type Desistencia, type Lugar } from '../desistencia.ts'
import { copyFor } from '../entrada.ts'
import { linhaDoHistorico, type Autor } from '../historico.ts'
import { juncaoDetalhe } from '../juncao.ts'
import { joinRespostas } from '../perguntas.ts'
import { forgotten, giveBack, openTo, usadaFor, type Allotment, type AllotmentChange } from '../reserva.ts'
import { plainly, type Tx } from '../tx.ts'
import { lugarOf } from './convidados.ts'

export function move(tx: Tx, request: MoveRequest, autor: Autor): Move {
  const { credencialid, now } = request
  // Whom no company pays for is the house's.
  const empresaid = request.empresaid ?? tx.casa()?.empresaid ?? null
  const target = empresaid === null ? null : tx.allotment(plainly(empresaid, now))
  const lugar = lugarOf(tx, credencialid)
  const stored = tx.get('credenciais', credencialid)
  if (!stored) return { kind: 'credencial-not-found' }
  // The key of a guest without a phone goes along.
  const former = stored.telefone === '' ? tx.chaveOf(credencialid) : null
  const key = former && chaveAt(former.key, empresaid)
  const owner = key === null ? null : tx.ownerOf(key)
  const { outcome, changes, desistencia } = decideMove({ ...lugar, target }, { ...request, empresaid })
  if (outcome.kind === 'moved' || outcome.kind === 'confirmed') {
    if (owner !== null && owner !== credencialid) return { kind: 'already-taken', credencialid: owner }
    if (former && key !== null) tx.putChave(key, former.chave)
  }
  for (const change of changes) tx.allot(change)
  tx.putDesistencia(desistencia)
  if (outcome.kind === 'moved') {
    const detalhe = `${outcome.from ?? '-'} ${empresaid ?? '-'}`
    tx.done(linhaDoHistorico(autor, 'mudou-de-empresa', credencialid, detalhe))
  }
  if (outcome.kind === 'confirmed') tx.done(linhaDoHistorico(autor, 'voltou', credencialid))
  return outcome
}

/** The history line lets later references to the erased guest find the one who stays (decision 0028). */
export function merge(tx: Tx, request: MergeRequest, autor: Autor): Merge {
  const { keptId, otherId, isSamePerson, telefoneOf, emailOf, isAsShown, chaveOf } = request
  const [kept, other] = [tx.get('credenciais', keptId), tx.get('credenciais', otherId)]
  const [keptLugar, otherLugar] = [lugarOf(tx, keptId), lugarOf(tx, otherId)]
  const [keptKey, otherKey] = [tx.chaveOf(keptId), tx.chaveOf(otherId)]
  const copies = tx.entradasOf(otherId).map((entrada) => copyFor(keptId, entrada))
  const acompanhantes = tx.acompanhantesOf(otherId).filter(({ chave }) => chave.credencialid !== keptId)
  if (keptId === otherId || !kept || !other) return { kind: 'credencial-not-found' }
  if (!isAsShown(kept) || !isAsShown(other)) return { kind: 'changed-meanwhile' }
  const { telefone } = telefoneOf === otherId ? other : kept
  const { email } = emailOf === otherId ? other : kept
  const credencial = { ...kept, telefone, email }
  const isCorrected = telefone !== kept.telefone || email !== kept.email
  const { returned, taken, changes, desistencia } = decideMerge(keptId, keptLugar, otherLugar, autor.em)
  const payer = taken === null ? keptLugar.payer : otherLugar.payer
  const inviter = inviterIn({ ...keptLugar, payer, desistencia: desistencia ?? keptLugar.desistencia })
  const key = isCorrected || telefone === '' ? chaveOf(credencial, inviter) : null
  const owner = key === null ? null : tx.ownerOf(key)
  if (owner !== null && owner !== keptId && owner !== otherId)
    return { kind: 'already-taken', credencialid: owner }

  tx.eraseConvidado(otherId, taken)
  if (key !== null) tx.putCredencial(credencial, true)
  // Nobody is brought by themselves.
  const isBrought = keptKey?.chave.grupo === otherId
  const chave = keptKey?.chave ?? newChave(keptId)
  // Another person's answers are not the kept one's.
  const respostas = joinRespostas(chave.respostas, isSamePerson ? (otherKey?.chave.respostas ?? '') : '')
  const isAnswered = respostas !== chave.respostas
  const ownKey = key ?? (isBrought || isAnswered ? (keptKey?.key ?? null) : null)
  if (ownKey !== null) tx.putChave(ownKey, { ...chave, grupo: isBrought ? null : chave.grupo, respostas })
  for (const change of changes) tx.allot(change)
  tx.putDesistencia(desistencia)
  tx.append(copies, null)
  for (const { key: theirs, chave } of acompanhantes) tx.putChave(theirs, { ...chave, grupo: keptId })
  const elo = isSamePerson ? { de: otherKey?.chave.versao ?? 0, para: keptKey?.chave.versao ?? 0 } : null
  tx.done(linhaDoHistorico(autor, 'juntou', keptId, juncaoDetalhe({ gone: otherId, returned, elo })))
  return { kind: 'merged', returned }
}

interface MoveFacts extends Lugar {
  /** The company to go to; null when the request names none, or one that does not exist. */
  target: Allotment | null
}

/**
 * Decides a move. The changes belong to different companies and are written together. A guest who had
 * withdrawn is confirmed by the company that pays from now on.
 */
export function decideMove(
  { payer, guardada, target: asked, desistencia }: MoveFacts,
  { credencialid, empresaid, from: seen, reservaid, now }: MoveRequest,
): { outcome: Move; changes: AllotmentChange[]; desistencia: Desistencia | null } {
  const refuse = (outcome: Move) => ({ outcome, changes: [], desistencia: null })
  const from = payerIn(payer?.empresa)
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
  /** The other guest's reserva that pays for the kept one from now on. */
  taken: string | null
  /** The changes belong to different companies and are written together. */
  changes: AllotmentChange[]
  /** The kept guest's withdrawal, undone; null when it stays as it is. */
  desistencia: Desistencia | null
}

/**
 * Decides how two credenciais become one. The merged guest is confirmed if either was. The kept guest's
 * invitation pays, or else the other's. A place kept for either is given back, except the kept guest's own
 * while they stay withdrawn.
 */
export function decideMerge(keptId: string, kept: Lugar, other: Lugar, now: number): MergeDecision {
  const live = liveOf(kept.desistencia)
  const isBack = live !== null && !liveOf(other.desistencia)
  const desistencia = isBack ? undone(live, now) : null
  // The house yields to a company.
  const isYielding =
    kept.payer && other.payer && isOfHouse(kept.payer.empresa) && !isOfHouse(other.payer.empresa)
  const taken = kept.payer && !isYielding ? null : other.payer
  const spare = isYielding ? kept.payer : kept.payer && other.payer
  const given = [spare, other.guardada, isBack ? kept.guardada : null].filter((payer) => payer !== null)
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
