import type { Correction, CorrectRequest, Merge, Move, MoveRequest, Removal } from '../credencial-repo.ts'
import { NO_ACESSO } from '../acesso.ts'
import type { Lugar } from '../desistencia.ts'
import { CADASTRO_FIELDS } from '../credencial.ts'
import { copyFor, copyOffList } from '../entrada.ts'
import { changedIn, feitoOf, mergedDetalhe, type Autor } from '../historico.ts'
import { decideMerge, decideMove } from '../move.ts'
import { decideRegister, type Registration, type RegisterRequest } from '../register.ts'
import { forgotten, giveBack } from '../reserva.ts'
import { plainly, type Tx } from '../tx.ts'

/** Registers a guest, or finds the one who is registered already. */
export function register(tx: Tx, request: RegisterRequest): Registration {
  const { claim, chave, chaveAntiga, now, isClosed, isPersonal } = request
  const allotment = claim && tx.allotment({ ...claim, isPersonal })
  const freeId = tx.freeId(now)
  const isErased = isClosed && tx.isErased()
  const known = tx.known(chave) ?? (chaveAntiga === null ? null : tx.known(chaveAntiga))
  const guardada = tx.guardadaOf(known?.desistencia ?? null)
  const { outcome, writes } = decideRegister({ known, guardada, allotment, freeId, isErased }, request)
  if (!writes) return outcome
  if (writes.credencial && known) tx.putCredencial(writes.credencial, writes.isAvipDue)
  if (writes.credencial && !known) tx.addCredencial(writes.credencial)
  if (writes.chave) tx.putChave(writes.key, writes.chave)
  tx.allot(writes.change)
  tx.allot(writes.freed)
  tx.putDesistencia(writes.desistencia)
  tx.done(writes.feito)
  return outcome
}

/**
 * Corrects a guest's data and natural key; what lies beside the key goes along. A field that was left as it was shown
 * stays as it is stored by now.
 */
export function correct(tx: Tx, request: CorrectRequest, autor: Autor): Correction {
  const { credencialid, cadastro, shown, chaveOf } = request
  const [stored, beside] = [tx.credencial(credencialid), tx.chaveOf(credencialid)]
  if (!stored) return { kind: 'credencial-not-found' }
  const credencial = { ...stored }
  for (const field of CADASTRO_FIELDS) {
    if (shown?.[field] === cadastro[field]) continue
    const isOvertaken = shown !== null && ![shown[field], cadastro[field]].includes(stored[field])
    if (isOvertaken) return { kind: 'changed-meanwhile', credencial: stored }
    credencial[field] = cadastro[field]
  }
  const key = chaveOf(credencial)
  const owner = tx.ownerOf(key)
  if (owner !== null && owner !== credencialid) return { kind: 'already-taken', credencialid: owner }
  tx.putCredencial(credencial, true)
  tx.putChave(key, beside?.chave ?? { credencialid, origem: null, criadaem: null, ...NO_ACESSO })
  tx.done(feitoOf(autor, 'corrigiu', credencialid, changedIn(stored, credencial)))
  return { kind: 'corrected', credencial }
}

/**
 * Erases a guest. What was kept for them goes back; what pays for them does where it is wished. Whoever was let in as this
 * guest is inside off the list.
 */
export function remove(tx: Tx, credencialid: string, isReturned: boolean, autor: Autor): Removal {
  const { payer, guardada } = lugarOf(tx, credencialid)
  const copies = tx.entradasOf(credencialid).map(copyOffList)
  if (!tx.credencial(credencialid)) return { kind: 'credencial-not-found' }
  const given = guardada ?? (isReturned ? payer : null)
  tx.eraseGuest(credencialid)
  tx.forgetPayer(credencialid)
  tx.append(copies, null)
  if (given) tx.allot(giveBack(given.empresa, [forgotten(given.reserva)]))
  const returned = given?.empresa.empresaid ?? null
  tx.done(feitoOf(autor, 'excluiu', credencialid, returned ?? ''))
  return { kind: 'removed', returned }
}

/** Gives a guest another company, or none. */
export function move(tx: Tx, request: MoveRequest, autor: Autor): Move {
  const { credencialid, empresaid, now } = request
  const target = empresaid === null ? null : tx.allotment(plainly(empresaid, now))
  const lugar = lugarOf(tx, credencialid)
  if (!tx.credencial(credencialid)) return { kind: 'credencial-not-found' }
  const { outcome, changes, desistencia } = decideMove({ ...lugar, target }, request)
  for (const change of changes) tx.allot(change)
  tx.putDesistencia(desistencia)
  if (outcome.kind === 'moved') {
    const detalhe = `${outcome.from ?? '-'} ${empresaid ?? '-'}`
    tx.done(feitoOf(autor, 'mudou-de-empresa', credencialid, detalhe))
  }
  return outcome
}

/**
 * Makes two credenciais of one person one: invitations, admissions and key. By its line in the history the erased one's
 * admissions that come later find the one who stays (decision 0028).
 */
export function merge(tx: Tx, keptId: string, otherId: string, autor: Autor): Merge {
  const [kept, other] = [lugarOf(tx, keptId), lugarOf(tx, otherId)]
  const copies = tx.entradasOf(otherId).map((entrada) => copyFor(keptId, entrada))
  const areStored = tx.credencial(keptId) !== null && tx.credencial(otherId) !== null
  if (keptId === otherId || !areStored) return { kind: 'credencial-not-found' }
  const { outcome, changes, desistencia } = decideMerge(keptId, kept, other, autor.em)
  tx.eraseGuest(otherId)
  for (const change of changes) tx.allot(change)
  tx.putDesistencia(desistencia)
  tx.append(copies, null)
  const returned = outcome.kind === 'merged' ? outcome.returned : null
  tx.done(feitoOf(autor, 'juntou', keptId, mergedDetalhe(otherId, returned)))
  return outcome
}

/**
 * Replaces a guest's link and code, and forgets who may see it.
 * @param from the versao to replace; the current one where none is given
 * @returns the versao it has now; null for a guest without a key
 */
export function renewLink(tx: Tx, credencialid: string, autor: Autor, from?: number): number | null {
  const found = tx.chaveOf(credencialid)
  if (!found) return null
  if (from !== undefined && from !== found.chave.versao) return found.chave.versao
  const versao = found.chave.versao + 1
  tx.putChave(found.key, { ...found.chave, versao, recibo: null, reciboate: null })
  tx.done(feitoOf(autor, 'renovou-link', credencialid))
  return versao
}

/** A guest's place, as acts decide on it. */
export function lugarOf(tx: Tx, credencialid: string): Lugar {
  const desistencia = tx.desistencia(credencialid)
  return { payer: tx.payerOf(credencialid), guardada: tx.guardadaOf(desistencia), desistencia }
}
