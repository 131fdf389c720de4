import type { DocumentReference } from 'firebase-admin/firestore'
import { StorageError } from '../../domain/errors.ts'
import { isOrganiser } from '../../domain/historico.ts'
import { decideRegister, type Known, type RegisterRequest, type Registration } from '../../domain/register.ts'
import type { Act } from './acts.ts'
import { openAllotment } from './allotment.ts'
import { chaveIdOf, chaveOfId } from './chave-id.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { desistenciaIn, putDesistencia } from './desistencias.ts'
import { chaveFrom, credencialFrom } from './documents.ts'
import { doneOnce, putFeito } from './feitos.ts'
import type { IdLease } from './ids.ts'
import { makeDue } from './open-guest.ts'
import type { Unit } from './unit.ts'

/** Registers a guest: credencial, key, invitation and avip in one commit, and the history where the organiser does it. */
export function registerAct(
  connection: Connection,
  request: RegisterRequest,
  lease: IdLease,
): Act<Registration> {
  const { autor } = request
  const act = actOf(connection, request, lease)
  return isOrganiser(autor) ? doneOnce(connection, autor, act) : act
}

function actOf(connection: Connection, request: RegisterRequest, lease: IdLease): Act<Registration> {
  const { credenciais, chaves, outbox, serverTime } = connection
  const { claim } = request
  const keys = [request.chave, request.chaveAntiga]
    .filter((chave) => chave !== null)
    .map((chave) => chaves.doc(chaveIdOf(chave)))
  return async (unit) => {
    const [allotment, freeId] = await Promise.all([
      claim && openAllotment(connection, unit, claim.empresaid, claim, request.isPersonal ? claim.sid : null),
      lease.next(),
      ...keys.map((key) => trackKnown(connection, unit, key, claim !== null)),
    ])
    return () => {
      const known = keys.reduce<Known | null>((found, key) => found ?? knownIn(connection, unit, key), null)
      const facts = { known, allotment: claim && (allotment?.read(claim) ?? null), freeId }
      const { outcome, writes } = decideRegister(facts, request)
      if (!writes) return outcome
      const { credencial, chave, key, change } = writes
      const keyRef = chaves.doc(chaveIdOf(key))
      if (credencial) {
        const { credencialid, nome, email } = credencial
        const ref = credenciais.doc(credencialid)
        if (!known && unit.get(ref)) throw new StorageError('[firebase] the credencialid is taken')
        unit.set(ref, { ...credencial, ...unit.get(ref), nome, email })
        if (writes.isAvipDue) makeDue(unit, outbox.doc(credencialid))
      }
      // The key remembers which reserva paid, so that two tables cannot both pay for one guest.
      const paid = chave && { ...chave, reservaid: change?.store[0]?.reservaid ?? null }
      // A withdrawal is undone as the key had it: of a withdrawal meanwhile and this act, one is done again.
      if (credencial || paid || writes.desistencia)
        unit.set(keyRef, { ...unit.get(keyRef), ...paid, mudouem: serverTime })
      allotment?.write(change)
      putDesistencia(connection, unit, writes.desistencia)
      putFeito(connection, unit, writes.feito)
      return outcome
    }
  }
}

/** Reads what is stored under a natural key: the key, its credencial, and, as a payer may change the text, its avip. */
function trackKnown(
  { db, credenciais, desistencias, outbox }: Connection,
  unit: Unit,
  key: DocumentReference,
  isPayer: boolean,
): Promise<void> {
  return unit.once(key.path, async () => {
    const chave = await within(ATTEMPT_MS, key.get())
    unit.track(chave)
    const credencialid: unknown = chave.get('credencialid')
    if (typeof credencialid !== 'string') return
    const refs = [
      ...[credenciais.doc(credencialid), desistencias.doc(credencialid)],
      ...(isPayer ? [outbox.doc(credencialid)] : []),
    ]
    for (const snapshot of await within(ATTEMPT_MS, db.getAll(...refs))) unit.track(snapshot)
  })
}

function knownIn(connection: Connection, unit: Unit, key: DocumentReference): Known | null {
  const chave = unit.get(key)
  const credencialid = String(chave?.credencialid)
  const stored = chave && unit.get(connection.credenciais.doc(credencialid))
  const withdrawn = chave && desistenciaIn(connection, unit, credencialid)
  return (
    stored && {
      credencial: credencialFrom(credencialid, stored),
      isPaid: chave.reservaid !== null,
      desistencia: withdrawn?.desfeitaem === null ? withdrawn : null,
      chave: chaveFrom(chave),
      key: chaveOfId(key.id),
    }
  )
}
