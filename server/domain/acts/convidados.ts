import type {
  Correction,
  CorrectRequest,
  Merge,
  MergeRequest,
  Move,
  MoveRequest,
  Removal,
} from '../credencial-repo.ts'
import { newChave } from '../acesso.ts'
import { chaveAt } from '../chave.ts'
import { inviterIn, type Lugar, liveOf, undone, type Desistencia } from '../desistencia.ts'
import { CADASTRO_FIELDS } from '../credencial.ts'
import { copyFor, copyOffList, entradasIn } from '../entrada.ts'
import { changedIn, isOrganiser, linhaDoHistorico, type Autor } from '../historico.ts'
import { importadoOf, marcaDoConvidado } from '../importacao.ts'
import { juncaoDetalhe } from '../juncao.ts'
import { joinRespostas } from '../perguntas.ts'
import type { Pessoa, Registration, RegisterRequest } from '../register.ts'
import { decideTogether, type PessoaFacts } from '../register-together.ts'
import { forgotten, giveBack, openTo, usadaFor, type Allotment, type AllotmentChange } from '../reserva.ts'
import { formsOfTelefone } from '../telefone.ts'
import { plainly, type Tx } from '../tx.ts'
import { closingBy, refuseWhileBeginning } from './evento.ts'
import { take, type ConviteRequest } from '../claim.ts'
import { isOfHouse, payerIn } from '../casa.ts'
import { placesFor, reservaidsOf, type ConviteComReservas } from '../convite-pessoal.ts'
import { heldAgain } from '../convites.ts'

export function register(tx: Tx, request: RegisterRequest): Registration {
  const { codigo, now, autor, separado, planilha } = request
  const stored = closingBy(tx, now)
  const isClosed = request.isClosed || (!isOrganiser(autor) && stored.isClosed)
  refuseWhileBeginning(isOrganiser(autor) ? tx.evento() : null)
  if (planilha && tx.isForgotten(planilha)) return { kind: 'closed' }
  const found = codigo === null ? null : tx.convite(codigo)
  const isSpent = codigo !== null && (found === null || placesFor(found, now).length === 0)
  // Where a guest is told so, an organiser goes on without it.
  const convite = isSpent && isOrganiser(autor) ? null : found
  if (codigo !== null && !convite && !isOrganiser(autor)) return { kind: 'convite-spent' }
  const claim = claimOf(tx, request, convite)
  const allotment = claim && tx.allotment(claim)
  const pessoas = [request, ...(request.acompanhantes ?? [])]
  const isAsked = claim !== null && request.isAsked && claim.empresaid === request.claim?.empresaid
  const pagos = isAsked ? tx.pagosCom(claim.empresaid, formsOfTelefone(request.cadastro.telefone)) : []
  const isErased = isClosed && tx.isErased()
  const facts = factsOf(tx, pessoas, { claim, now, convite })
  const decided = decideTogether(
    { allotment, isErased, isCancelled: isClosed && stored.isCancelled, pagos, pessoas: facts },
    { ...request, claim, isClosed },
    convite && placesFor(convite, now),
  )
  if (decided.kind === 'refused') return decided.outcome
  const { outcome, writes, changes } = decided
  for (const { credencial, isNew, isAvipDue, key, chave, desistencia, linha } of writes) {
    if (credencial && isNew) tx.addCredencial(credencial)
    else if (credencial) tx.putCredencial(credencial, isAvipDue)
    if (chave) tx.putChave(key, chave)
    tx.putDesistencia(desistencia)
    tx.done(linha)
    if (!planilha || !credencial || !isNew) continue
    const marca = marcaDoConvidado(credencial, 0)
    tx.put('importados', importadoOf(planilha, 'convidado', credencial.credencialid, { marca }))
  }
  for (const change of changes) tx.allot(change)
  if (convite && convite.convite.recusadoem !== null) comeAfterAll(tx, convite, changes, now)
  if (separado && outcome.kind === 'registered') {
    const by = { ...autor, historicoid: separado.historicoid }
    tx.done(linhaDoHistorico(by, 'separou', outcome.credencial.credencialid, separado.credencialid))
  }
  return outcome
}

/** An invitation that was declined is new again for those who did not come with it yet. */
function comeAfterAll(tx: Tx, found: ConviteComReservas, changes: AllotmentChange[], now: number): void {
  const ids = reservaidsOf(found.convite)
  const change = changes.find(({ store }) => store.some(({ reservaid }) => ids.includes(reservaid)))
  if (!change) return
  const used = new Set(change.store.map(({ reservaid }) => reservaid))
  tx.allot({ ...change, release: [], store: heldAgain(found, used, now) })
  tx.put('convites', { ...found.convite, recusadoem: null })
}

/** What pays: the personal invitation's company, the link's, or on the public form the house. */
function claimOf(
  tx: Tx,
  request: RegisterRequest,
  pessoal: ConviteComReservas | null,
): ConviteRequest | null {
  const { claim, reservaid, now } = request
  if (!pessoal && claim) return claim
  const empresaid = pessoal ? pessoal.convite.empresaid : tx.casa()?.empresaid
  return empresaid === undefined
    ? null
    : { empresaid, sid: reservaid, origem: null, reservaid, now, holdMs: 0 }
}

/** Who each of them is to storage, each with an id of their own. */
function factsOf(
  tx: Tx,
  pessoas: Pessoa[],
  { claim, now, convite }: { claim: ConviteRequest | null; now: number; convite: ConviteComReservas | null },
): PessoaFacts[] {
  const ids = tx.freeIds(now, pessoas.length)
  const places = convite ? reservaidsOf(convite.convite) : []
  return pessoas.map(({ chave, chaveAntiga }, at) => {
    const freeId = ids[at] ?? ''
    const known = tx.known(chave) ?? (chaveAntiga === null ? null : tx.known(chaveAntiga))
    const kept = tx.guardadaOf(known?.desistencia ?? null)
    const payer = known?.isPaid && claim ? tx.payerOf(known.credencial.credencialid) : null
    // The house yields to a company, and to its own personal invitation, unless that one pays already.
    const isYielding =
      payer !== null &&
      isOfHouse(payer.empresa) &&
      (convite ? !places.includes(payer.reserva.reservaid) : claim?.empresaid !== payer.empresa.empresaid)
    const isBack = kept !== null && places.includes(kept.reserva.reservaid)
    if (!known || !isYielding) return { known, guardada: kept, isBack, freeId }
    return { known: { ...known, isPaid: false }, guardada: payer, isBack: false, freeId }
  })
}

export function correct(tx: Tx, request: CorrectRequest, autor: Autor): Correction {
  const { credencialid, cadastro, shown, chaveOf } = request
  const [stored, beside] = [tx.get('credenciais', credencialid), tx.chaveOf(credencialid)]
  if (!stored) return { kind: 'credencial-not-found' }
  const credencial = { ...stored }
  for (const field of CADASTRO_FIELDS) {
    if (shown?.[field] === cadastro[field]) continue
    const isOvertaken = shown !== null && ![shown[field], cadastro[field]].includes(stored[field])
    if (isOvertaken) return { kind: 'changed-meanwhile', credencial: stored }
    credencial[field] = cadastro[field]
  }
  const empresaid = credencial.telefone === '' ? inviterIn(lugarOf(tx, credencialid)) : null
  const key = chaveOf(credencial, empresaid)
  const owner = tx.ownerOf(key)
  if (owner !== null && owner !== credencialid) return { kind: 'already-taken', credencialid: owner }
  tx.putCredencial(credencial, true)
  tx.putChave(key, beside?.chave ?? newChave(credencialid))
  tx.done(linhaDoHistorico(autor, 'corrigiu', credencialid, changedIn(stored, credencial)))
  return { kind: 'corrected', credencial }
}

/** @param taken the reserva that pays for somebody else from now on */
export function remove(
  tx: Tx,
  credencialid: string,
  isReturned: boolean,
  autor: Autor,
  taken: string | null = null,
): Removal {
  const { payer, guardada } = lugarOf(tx, credencialid)
  const copies = tx.entradasOf(credencialid).map(copyOffList)
  if (!tx.get('credenciais', credencialid)) return { kind: 'credencial-not-found' }
  const given = guardada ?? (isReturned ? payer : null)
  tx.eraseConvidado(credencialid, taken)
  tx.forgetPayer(credencialid)
  tx.append(copies, null)
  if (given) tx.allot(giveBack(given.empresa, [forgotten(given.reserva)]))
  const returned = given?.empresa.empresaid ?? null
  tx.done(linhaDoHistorico(autor, 'excluiu', credencialid, returned ?? ''))
  return { kind: 'removed', returned }
}

export function removeOutside(
  tx: Tx,
  credencialid: string,
  isReturned: boolean,
  autor: Autor,
): Removal | { kind: 'inside' } {
  if (entradasIn(tx.entradasFollowing(credencialid)).length > 0) return { kind: 'inside' }
  return remove(tx, credencialid, isReturned, autor)
}

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

export function renewLink(tx: Tx, credencialid: string, autor: Autor, from?: number): number | null {
  const found = tx.chaveOf(credencialid)
  if (!found) return null
  if (from !== undefined && from !== found.chave.versao) return found.chave.versao
  const versao = found.chave.versao + 1
  tx.putChave(found.key, { ...found.chave, versao, recibo: null, reciboate: null })
  tx.done(linhaDoHistorico(autor, 'renovou-link', credencialid))
  return versao
}

/** @returns whether there were any */
export function forgetRespostas(tx: Tx, credencialid: string, autor: Autor): boolean {
  const found = tx.chaveOf(credencialid)
  if (!found || found.chave.respostas === '') return false
  tx.putChave(found.key, { ...found.chave, respostas: '' })
  tx.done(linhaDoHistorico(autor, 'apagou-respostas', credencialid))
  return true
}

export function lugarOf(tx: Tx, credencialid: string): Lugar {
  const desistencia = tx.get('desistencias', credencialid)
  return { payer: tx.payerOf(credencialid), guardada: tx.guardadaOf(desistencia), desistencia }
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
