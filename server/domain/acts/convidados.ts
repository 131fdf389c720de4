import { newChave } from '../acesso.ts'
import type { Correction, CorrectRequest, Removal } from '../credencial-repo.ts'
import { CADASTRO_FIELDS } from '../credencial.ts'
import { inviterIn, type Lugar } from '../desistencia.ts'
import { copyOffList, entradasIn } from '../entrada.ts'
import { changedIn, linhaDoHistorico, type Autor } from '../historico.ts'
import { forgotten, giveBack } from '../reserva.ts'
import type { Tx } from '../tx.ts'

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
