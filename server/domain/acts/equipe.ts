import {
  isLastOrganiser,
  reopenedBy,
  revokedAt,
  stateOfCode,
  UNPAIRED,
  type Aparelho,
  type Pairing,
  type Invitation,
  type Revocation,
} from '../aparelho.ts'
import { linhaDoHistorico, type Autor } from '../historico.ts'
import { closedAt, isHeldBack, newPareamento, raised } from '../pareamento.ts'
import type { Tx } from '../tx.ts'
import { refuseWhileBeginning } from './evento.ts'

export function invite(tx: Tx, invitation: Invitation, autor: Autor): Aparelho {
  refuseWhileBeginning(tx.evento())
  const aparelho = { ...invitation, ...UNPAIRED }
  tx.put('aparelhos', aparelho)
  tx.done(linhaDoHistorico(autor, 'convidou', invitation.aparelhoid, invitation.papel))
  return aparelho
}

export function pair(tx: Tx, codigo: string, segredo: string, autor: Autor): Pairing {
  refuseWhileBeginning(tx.evento())
  const found = tx.aparelhoBy('codigo', codigo)
  const kind = stateOfCode(found, autor.em)
  if (kind !== 'open' || !found) return { kind: kind === 'open' ? 'not-found' : kind }
  const { aparelhoid } = found
  const aparelho = { ...found, segredo, pareadoem: autor.em, vistoem: autor.em }
  tx.put('aparelhos', aparelho)
  tx.put('pareamentos', newPareamento(aparelhoid, segredo, autor.em))
  tx.done(linhaDoHistorico({ ...autor, quem: aparelhoid }, 'pareou', aparelhoid))
  return { kind: 'paired', aparelho }
}

export function revoke(tx: Tx, aparelhoid: string, isLastKept: boolean, autor: Autor): Revocation {
  return end(tx, tx.get('aparelhos', aparelhoid), isLastKept, 'revogou', autor)
}

/** Finds the browser by its secret, because another browser may have been paired in its place meanwhile. */
export function leave(tx: Tx, segredo: string, autor: Autor): Revocation {
  const found = tx.aparelhoBy('segredo', segredo)
  return end(tx, found, true, 'saiu', { ...autor, quem: found?.aparelhoid ?? '' })
}

function end(
  tx: Tx,
  found: Aparelho | null,
  isLastKept: boolean,
  ato: 'revogou' | 'saiu',
  autor: Autor,
): Revocation {
  const equipe = isLastKept ? tx.equipe() : []
  const open = openOf(tx, found)
  if (found?.revogadoem !== null) return { kind: 'not-found' }
  const { aparelhoid } = found
  if (isLastOrganiser(equipe, aparelhoid)) return { kind: 'last-organiser' }
  if (open) tx.put('pareamentos', closedAt(open, autor.em))
  tx.put('aparelhos', revokedAt(found, autor.em))
  tx.done(linhaDoHistorico(autor, ato, aparelhoid))
  return { kind: 'revoked' }
}

export function reconnect(
  tx: Tx,
  { aparelhoid, codigo, codigoate }: Pick<Invitation, 'aparelhoid' | 'codigo' | 'codigoate'>,
  isUnpaired: boolean,
  autor: Autor,
): Aparelho | null {
  refuseWhileBeginning(tx.evento())
  const found = tx.get('aparelhos', aparelhoid)
  const eu = tx.equipe().find((one) => one.aparelhoid === autor.quem)
  const open = openOf(tx, found)
  // If two organisers reconnect each other at once, the second is already out of the team, and would leave
  // nobody in it.
  if (!found || eu?.segredo === null) return null
  if (isUnpaired && found.segredo !== null) return null
  if (open) tx.put('pareamentos', closedAt(open, autor.em))
  const reopened = reopenedBy(found, codigo, codigoate)
  tx.put('aparelhos', reopened)
  tx.done(linhaDoHistorico(autor, 'reconectou', aparelhoid))
  return reopened
}

export function see(tx: Tx, aparelhoid: string, now: number): void {
  const found = tx.get('aparelhos', aparelhoid)
  if (found) tx.put('aparelhos', { ...found, vistoem: now })
}

export function notePendentes(tx: Tx, segredo: string, pendentes: number, now: number): void {
  const pareamento = tx.get('pareamentos', segredo)
  const aparelho = tx.aparelhoBy('segredo', segredo)
  if (pareamento) tx.put('pareamentos', { ...pareamento, pendentes, enviouem: now })
  if (aparelho) tx.put('aparelhos', { ...aparelho, vistoem: now })
}

export function receive(tx: Tx, segredo: string, autor: Autor): number {
  const pareamento = tx.get('pareamentos', segredo)
  if (!pareamento || !isHeldBack(pareamento)) return 0
  const open = raised(pareamento)
  const count = open.limite - open.entregues
  tx.put('pareamentos', open)
  tx.done(linhaDoHistorico(autor, 'recebeu', open.aparelhoid, String(count)))
  return count
}

const openOf = (tx: Tx, aparelho: Aparelho | null) =>
  aparelho?.segredo ? tx.get('pareamentos', aparelho.segredo) : null
