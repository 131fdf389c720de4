import type { DocumentReference } from 'firebase-admin/firestore'
import type { AvipMirror } from '../../domain/avip-mirror.ts'
import type { CredencialRepo } from '../../domain/credencial-repo.ts'
import { StorageError } from '../../domain/errors.ts'
import { decideRegister, type Known } from '../../domain/register.ts'
import type { Acts } from './acts.ts'
import { getAll, openAllotment } from './allotment.ts'
import { chaveIdOf } from './chave-id.ts'
import type { Connection } from './connection.ts'
import { createConvidados } from './convidados.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { chaveFrom, credencialFrom } from './documents.ts'
import { erasePersonalData } from './erasure.ts'
import { createIds } from './ids.ts'
import { forgetRecibos } from './recibos.ts'
import { correctAct, makeDue, removeAct, usadaOf } from './organiser-acts.ts'
import { forgetOrigens, listRastros } from './rastros.ts'
import type { Rtdb } from './rtdb.ts'
import type { Unit } from './unit.ts'

/** Credentials in Firestore; their avips in the realtime database, by way of an outbox. */
export function createCredencialRepo(
  connection: Connection,
  acts: Acts,
  avips: AvipMirror,
  rtdb: Rtdb,
): CredencialRepo {
  const { db, credenciais, chaves, outbox } = connection
  const convidados = createConvidados(connection)
  const ids = createIds(credenciais)

  const knownIn = (unit: Unit, chaveRef: DocumentReference): Known | null => {
    const chave = unit.get(chaveRef)
    const credencialid = String(chave?.credencialid)
    const stored = chave && unit.get(credenciais.doc(credencialid))
    return (
      stored && {
        credencial: credencialFrom(credencialid, stored),
        isPaid: chave.reservaid !== null,
        chave: chaveFrom(chave),
      }
    )
  }

  return {
    async register(request) {
      const { claim } = request
      const key = claim ? `empresa/${claim.empresaid}` : `chave/${request.chave}`
      const chaveRef = chaves.doc(chaveIdOf(request.chave))
      const lease = ids.lease(request.now)
      try {
        return await acts.run(key, async (unit) => {
          const [allotment, freeId] = await Promise.all([
            claim && openAllotment(connection, unit, claim.empresaid, claim),
            lease.next(),
            unit.once(chaveRef.path, async () => {
              const chave = await within(ATTEMPT_MS, chaveRef.get())
              unit.track(chave)
              const credencialid: unknown = chave.get('credencialid')
              if (typeof credencialid !== 'string') return
              // A payer may change the guest's text, and with it the avip.
              const refs = [credenciais.doc(credencialid), ...(claim ? [outbox.doc(credencialid)] : [])]
              for (const snapshot of await within(ATTEMPT_MS, db.getAll(...refs))) unit.track(snapshot)
            }),
          ])
          return () => {
            const known = knownIn(unit, chaveRef)
            const facts = { known, allotment: claim && (allotment?.read(claim) ?? null), freeId }
            const { outcome, writes } = decideRegister(facts, request)
            if (!writes) return outcome
            const { credencial, chave, change } = writes
            if (credencial) {
              const { credencialid, nome, email } = credencial
              const ref = credenciais.doc(credencialid)
              if (!known && unit.get(ref)) throw new StorageError('[firebase] the credencialid is taken')
              unit.set(ref, { ...credencial, ...unit.get(ref), nome, email })
              if (writes.isAvipDue) makeDue(unit, outbox.doc(credencialid))
            }
            if (chave) {
              // The key remembers which reserva paid, so that two tables cannot both pay for one guest.
              const reservaid = change?.store?.reservaid ?? null
              unit.set(chaveRef, { ...unit.get(chaveRef), ...chave, reservaid })
            }
            allotment?.write(change)
            return outcome
          }
        })
      } finally {
        lease.end()
      }
    },

    forgetRecibos: (now) => forgetRecibos(connection, acts, now),
    findById: (credencialid) => convidados.findById(credencialid),
    findByCpf: (cpf) => convidados.findByCpf(cpf),
    list: () => convidados.list(),

    correct: (request) =>
      acts.run(
        `credencial/${request.credencialid}`,
        correctAct(connection, request, chaveIdOf(request.chave)),
      ),

    async remove(credencialid, isReturned) {
      const [usada] = await getAll(usadaOf(connection, credencialid))
      const key = isReturned && usada ? `empresa/${usada.get('empresaid')}` : `credencial/${credencialid}`
      const removal = await acts.run(key, removeAct(connection, credencialid, isReturned))
      // The guest is erased here and now, in the realtime database as soon as it answers.
      if (removal.kind === 'removed') await avips.mirror(credencialid).catch(() => {})
      return removal
    },

    listRastros: (since) => listRastros(connection, since),
    forgetOrigens: (before) => forgetOrigens(connection, acts, before),

    // Firestore and the Realtime Database keep no files of ours.
    wipeRemoved: async () => true,

    erasePersonalData: (onProgress) => erasePersonalData(connection, acts, rtdb, onProgress),
  }
}
