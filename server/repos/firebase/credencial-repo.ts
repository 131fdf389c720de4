import type { CredencialRepo } from '../../domain/credencial-repo.ts'
import { decideRegister, type Registration } from '../../domain/register.ts'
import { credencialOf } from '../../domain/credencial.ts'
import type { Acts } from './acts.ts'
import { getAll, openAllotment } from './allotment.ts'
import type { AvipMirror } from './avip-mirror.ts'
import { chaveIdOf } from './chave-id.ts'
import type { Connection } from './connection.ts'
import { createConvidados } from './convidados.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { acessoFrom, credencialFrom } from './documents.ts'
import { erasePersonalData } from './erasure.ts'
import { createIds } from './ids.ts'
import { forgetRecibos } from './recibos.ts'
import { correctAct, makeDue, removeAct, usadaOf } from './organiser-acts.ts'
import { forgetOrigens, listRastros } from './rastros.ts'
import type { Rtdb } from './rtdb.ts'

/** How long a guest waits for the avip in all, Firestore's own calls included; then it stays due. */
const MIRROR_MS = 4_000

/** Credentials in Firestore; their avips in the realtime database, by way of an outbox. */
export function createCredencialRepo(
  connection: Connection,
  acts: Acts,
  mirror: AvipMirror,
  rtdb: Rtdb,
): CredencialRepo {
  const { db, credenciais, chaves, outbox } = connection
  const convidados = createConvidados(connection)
  const ids = createIds(credenciais)

  return {
    async register(request) {
      const { convite } = request
      const key = convite ? `empresa/${convite.empresaid}` : `chave/${request.chave}`
      const chaveRef = chaves.doc(chaveIdOf(request.chave))
      const lease = ids.lease(request.now)
      try {
        return await acts.run(key, async (unit) => {
          const [allotment, candidate] = await Promise.all([
            convite && openAllotment(connection, unit, convite.empresaid, convite),
            lease.next(),
            unit.once(chaveRef.path, async () => {
              const chave = await within(ATTEMPT_MS, chaveRef.get())
              unit.track(chave)
              const credencialid: unknown = chave.get('credencialid')
              if (typeof credencialid !== 'string') return
              // Who pays may change the guest's text, and with it the avip.
              const refs = [credenciais.doc(credencialid), ...(convite ? [outbox.doc(credencialid)] : [])]
              for (const snapshot of await within(ATTEMPT_MS, db.getAll(...refs))) unit.track(snapshot)
            }),
          ])
          return (): Registration => {
            const chave = unit.get(chaveRef)
            const stored = chave && unit.get(credenciais.doc(String(chave.credencialid)))
            const known = stored && {
              credencial: credencialFrom(String(chave.credencialid), stored),
              isPaid: chave.reservaid !== null,
              acesso: acessoFrom(chave),
            }
            const decision = decideRegister(
              { known, allotment: convite && (allotment?.read(convite) ?? null) },
              request,
            )
            switch (decision.kind) {
              case 'refuse':
                return decision.outcome
              case 'keep': {
                const { credencial, text, acesso, change, outcome } = decision
                const { credencialid, nome, email } = credencial
                if (text !== 'same') unit.set(credenciais.doc(credencialid), { ...stored, nome, email })
                if (text === 'replaced') makeDue(unit, outbox.doc(credencialid))
                // The key remembers which reserva paid, so that two tables cannot both pay for one guest.
                const payment = change?.store && { reservaid: change.store.reservaid }
                if (acesso) unit.set(chaveRef, { ...chave, ...acesso, ...payment })
                allotment?.write(change)
                return outcome
              }
              case 'create': {
                const credencial = credencialOf(candidate, request.cadastro)
                const change = decision.change?.(candidate) ?? null
                unit.set(credenciais.doc(candidate), { ...credencial })
                const { acesso } = decision
                unit.set(chaveRef, {
                  ...{ credencialid: candidate, reservaid: change?.store?.reservaid ?? null },
                  ...{ origem: request.origem, criadaem: request.now },
                  ...acesso,
                })
                unit.set(outbox.doc(candidate), { presoate: 0, versao: 0 })
                allotment?.write(change)
                return { kind: 'registered', credencial, versao: acesso.versao }
              }
              default:
                return decision satisfies never
            }
          }
        })
      } finally {
        lease.end()
      }
    },

    mirrorAvip: (credencialid) => within(MIRROR_MS, mirror.one(credencialid)),
    mirrorDueAvips: (now, onRefused) => mirror.due(now, onRefused),
    findRefusedAvips: () => mirror.refused(),
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
      if (removal.kind === 'removed') await within(MIRROR_MS, mirror.one(credencialid)).catch(() => {})
      return removal
    },

    listRastros: (since) => listRastros(connection, since),
    forgetOrigens: (before) => forgetOrigens(connection, acts, before),

    // Firestore and the Realtime Database keep no files of ours.
    wipeRemoved: async () => true,

    erasePersonalData: (onProgress) => erasePersonalData(connection, acts, rtdb, onProgress),
  }
}
