import type {
  Correction,
  CorrectRequest,
  CredencialRepo,
  Merge,
  Move,
  MoveRequest,
  Removal,
} from '../../domain/credencial-repo.ts'
import { copyFor } from '../../domain/entrada.ts'
import { changedIn, feitoOf, type Autor } from '../../domain/historico.ts'
import { decideMerge, decideMergedWithdrawal, decideMove } from '../../domain/move.ts'
import { giveBack } from '../../domain/reserva.ts'
import { prepareAllotment } from './allotment-statements.ts'
import { prepareChaves } from './chave-statements.ts'
import { inTransaction, type Connection } from './connection.ts'
import { prepareCredenciais } from './credencial-statements.ts'
import { prepareDesistencias } from './desistencias.ts'
import { prepareEntradas } from './entrada-statements.ts'
import { prepareFeitos } from './feitos.ts'
import type { Residue } from './residue.ts'

/** The acts of the organiser on one guest, each with its line in the history. */
export type OrganiserActs = Pick<CredencialRepo, 'correct' | 'remove' | 'move' | 'merge' | 'renewLink'>

export function createOrganiserActs(db: Connection, residue: Residue): OrganiserActs {
  const allotment = prepareAllotment(db)
  const chaves = prepareChaves(db)
  const credenciais = prepareCredenciais(db)
  const desistencias = prepareDesistencias(db)
  const entradas = prepareEntradas(db)
  const putFeito = prepareFeitos(db)
  const forgetPayer = db.prepare<[string]>(
    `UPDATE reserva SET origem = NULL, sid = '' WHERE credencialid = ? AND estado = 'usada'`,
  )

  const correct = ({ credencialid, cadastro, chave }: CorrectRequest, autor: Autor): Correction => {
    const stored = credenciais.find(credencialid)
    if (!stored) return { kind: 'credencial-not-found' }
    const owner = chaves.find(chave)?.chave.credencialid
    if (owner !== undefined && owner !== credencialid) return { kind: 'already-taken', credencialid: owner }
    const credencial = { ...stored, ...cadastro }
    credenciais.put(credencial)
    chaves.change(credencialid, chave)
    credenciais.putAvip(credencial)
    residue.note()
    putFeito(feitoOf(autor, 'corrigiu', credencialid, changedIn(stored, credencial)))
    return { kind: 'corrected', credencial }
  }

  /** @returns false when there is no such guest */
  const erase = (credencialid: string): boolean => {
    const isErased = credenciais.erase(credencialid)
    if (isErased) residue.note()
    return isErased
  }

  const remove = (credencialid: string, isReturned: boolean, autor: Autor): Removal => {
    if (!erase(credencialid)) return { kind: 'credencial-not-found' }
    forgetPayer.run(credencialid)
    const payer = isReturned ? allotment.findPayer(credencialid) : null
    if (payer) allotment.write(giveBack(payer.empresa, [payer.reserva]))
    const returned = payer?.empresa.empresaid ?? null
    putFeito(feitoOf(autor, 'excluiu', credencialid, returned ?? ''))
    return { kind: 'removed', returned }
  }

  const move = (request: MoveRequest, autor: Autor): Move => {
    const { credencialid, empresaid } = request
    if (!credenciais.find(credencialid)) return { kind: 'credencial-not-found' }
    const asked = { ...request, sid: '', origem: null, holdMs: 0 }
    const target = empresaid === null ? null : allotment.read({ ...asked, empresaid })
    const facts = { payer: allotment.findPayer(credencialid), desistencia: desistencias.find(credencialid) }
    const { outcome, changes, desistencia } = decideMove({ ...facts, target }, request)
    for (const change of changes) allotment.write(change)
    if (desistencia) desistencias.put(desistencia)
    if (outcome.kind === 'moved') {
      const detalhe = `${outcome.from ?? '-'} ${empresaid ?? '-'}`
      putFeito(feitoOf(autor, 'mudou-de-empresa', credencialid, detalhe))
    }
    return outcome
  }

  const merge = (keptId: string, otherId: string, autor: Autor): Merge => {
    const areTwo = keptId !== otherId && credenciais.find(keptId) !== null
    const back = decideMergedWithdrawal(desistencias.find(keptId), desistencias.find(otherId), autor.em)
    if (!areTwo || !erase(otherId)) return { kind: 'credencial-not-found' }
    const [kept, other] = [allotment.findPayer(keptId), allotment.findPayer(otherId)]
    const { outcome, change } = decideMerge(keptId, kept, other)
    allotment.write(change)
    if (back) desistencias.put(back)
    for (const entrada of entradas.listOf(otherId)) entradas.append(copyFor(keptId, entrada))
    const detalhe = outcome.kind === 'merged' ? `${otherId} ${outcome.returned ?? '-'}` : ''
    putFeito(feitoOf(autor, 'juntou', keptId, detalhe))
    return outcome
  }

  const renewLink = (credencialid: string, autor: Autor): number | null => {
    const versao = chaves.renew(credencialid)
    if (versao !== null) putFeito(feitoOf(autor, 'renovou-link', credencialid))
    return versao
  }

  return {
    correct: inTransaction(db, correct),
    remove: inTransaction(db, remove),
    move: inTransaction(db, move),
    merge: inTransaction(db, merge),
    renewLink: inTransaction(db, renewLink),
  }
}
