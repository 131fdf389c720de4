import type { Merge, Move, MoveRequest } from '../../domain/credencial-repo.ts'
import { copyFor } from '../../domain/entrada.ts'
import { StorageError } from '../../domain/errors.ts'
import { feitoOf, type Autor } from '../../domain/historico.ts'
import { decideMerge, decideMergedWithdrawal, decideMove } from '../../domain/move.ts'
import type { Act } from './acts.ts'
import { getAll, openAllotment, type OpenAllotment } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { desistenciaIn, putDesistencia, trackDesistencia } from './desistencias.ts'
import { entradaDocument, entradaFrom } from './documents.ts'
import { doneOnce, putFeito } from './feitos.ts'
import { openBeside } from './open-beside.ts'
import { openGuest, openPayer, payerIn, type OpenGuest } from './open-guest.ts'

/** Gives a guest another company: both companies, the key and the history in one commit. */
export function moveAct(connection: Connection, request: MoveRequest, autor: Autor): Act<Move> {
  const { credencialid, empresaid, now } = request
  return doneOnce(connection, autor, async (unit) => {
    const guest = await openGuest(connection, unit, credencialid)
    // After the key, which a withdrawal changes too: one after it makes the commit fail.
    await trackDesistencia(connection, unit, credencialid)
    const opened = new Map<string, OpenAllotment | null>()
    for (const id of [guest.usada()?.document.empresaid, empresaid])
      if (typeof id === 'string') opened.set(id, await openAllotment(connection, unit, id))
    return () => {
      if (!guest.read()) return { kind: 'credencial-not-found' }
      const payer = payerIn(guest, openedFor(guest, opened))
      const target = empresaid === null ? null : opened.get(empresaid)
      const read = target?.read({ sid: '', origem: null, now }) ?? null
      const was = desistenciaIn(connection, unit, credencialid)
      const { outcome, changes, desistencia } = decideMove({ payer, target: read, desistencia: was }, request)
      for (const change of changes) opened.get(change.empresaid)?.write(change)
      putDesistencia(connection, unit, desistencia)
      if (outcome.kind === 'moved') {
        guest.change({ reservaid: empresaid === null ? null : request.reservaid })
        const detalhe = `${outcome.from ?? '-'} ${empresaid ?? '-'}`
        putFeito(connection, unit, feitoOf(autor, 'mudou-de-empresa', credencialid, detalhe))
      }
      return outcome
    }
  })
}

/** The company that pays, of those that were opened. @throws StorageError where another act of the group changed it */
function openedFor(guest: OpenGuest, opened: Map<string, OpenAllotment | null>): OpenAllotment | null {
  const usada = guest.usada()
  const allotment = usada ? opened.get(String(usada.document.empresaid)) : null
  if (allotment === undefined) throw new StorageError('[firebase] the guest has got another company just now')
  return allotment
}

/** Makes two credenciais one: invitations, admissions, key and history in one commit. */
export function mergeAct(connection: Connection, keptId: string, otherId: string, autor: Autor): Act<Merge> {
  const { db, entradas } = connection
  return doneOnce(connection, autor, async (unit) => {
    const [kept, other, facts] = await Promise.all([
      openGuest(connection, unit, keptId),
      openGuest(connection, unit, otherId),
      getAll(entradas.where('credencialid', '==', otherId)),
    ])
    await trackDesistencia(connection, unit, keptId)
    const copies = facts.map((fact) => copyFor(keptId, entradaFrom(fact.id, fact.data())))
    const refs = copies.map(({ entradaid }) => entradas.doc(entradaid))
    const stored = refs.length === 0 ? [] : await within(ATTEMPT_MS, db.getAll(...refs))
    for (const snapshot of stored) unit.track(snapshot)
    const eraseBeside = await openBeside(connection, unit, other)
    const opened = new Map<string, OpenAllotment | null>()
    for (const guest of [kept, other]) {
      const empresaid = guest.usada()?.document.empresaid
      if (typeof empresaid === 'string') opened.set(empresaid, await openPayer(connection, unit, guest))
    }
    return () => {
      if (keptId === otherId || !kept.read() || !other.read()) return { kind: 'credencial-not-found' }
      const payer = payerIn(other, openedFor(other, opened))
      const { outcome, change } = decideMerge(keptId, payerIn(kept, openedFor(kept, opened)), payer)
      const withdrawalOf = (id: string) => desistenciaIn(connection, unit, id)
      const back = decideMergedWithdrawal(withdrawalOf(keptId), withdrawalOf(otherId), autor.em)
      other.erase()
      eraseBeside()
      putDesistencia(connection, unit, back)
      if (change) opened.get(change.empresaid)?.write(change)
      const [taken] = change?.store ?? []
      kept.change(taken ? { reservaid: taken.reservaid } : {})
      copies.forEach((copy, n) => {
        const ref = refs[n]
        if (ref && !unit.get(ref)) unit.set(ref, entradaDocument(connection, copy))
      })
      const returned = outcome.kind === 'merged' ? outcome.returned : null
      putFeito(connection, unit, feitoOf(autor, 'juntou', keptId, `${otherId} ${returned ?? '-'}`))
      return outcome
    }
  })
}
