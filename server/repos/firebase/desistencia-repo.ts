import type { DesistenciaRepo } from '../../domain/desistencia-repo.ts'
import { decideReturn, decideWithdrawal, type Return, type Withdrawal } from '../../domain/desistencia.ts'
import { admissionsIn } from '../../domain/entrada.ts'
import { feitoOf } from '../../domain/historico.ts'
import type { Acts } from './acts.ts'
import { getAll, openAllotment, queueOf } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { desistenciaIn, putDesistencia, trackDesistencia } from './desistencias.ts'
import { desistenciaFrom, entradaFrom } from './documents.ts'
import { canNameDocument } from './document-name.ts'
import { doneOnce, putFeito } from './feitos.ts'
import { openGuest, openPayer, payerIn } from './open-guest.ts'

/** Withdrawals in Firestore. */
export function createDesistenciaRepo(connection: Connection, acts: Acts): DesistenciaRepo {
  const { convites, desistencias, entradas } = connection

  return {
    async withdraw(request, autor) {
      const { credencialid, empresaid } = request
      if (!canNameDocument(credencialid)) return { kind: 'credencial-not-found' }
      return acts.run<Withdrawal>(
        await queueOf(connection, credencialid),
        doneOnce(connection, autor, async (unit) => {
          const [guest, facts] = await Promise.all([
            openGuest(connection, unit, credencialid),
            getAll(entradas.where('credencialid', '==', credencialid)),
            trackDesistencia(connection, unit, credencialid),
          ])
          const allotment = await openPayer(connection, unit, guest)
          const isInside = admissionsIn(facts.map((fact) => entradaFrom(fact.id, fact.data()))).length > 0
          return () => {
            if (!guest.read()) return { kind: 'credencial-not-found' }
            const payer = payerIn(guest, allotment)
            const was = desistenciaIn(connection, unit, credencialid)
            const decision = decideWithdrawal({ payer, desistencia: was, isInside }, request)
            const { outcome, change, desistencia } = decision
            allotment?.write(change)
            putDesistencia(connection, unit, desistencia)
            if (outcome.kind === 'withdrawn') {
              guest.change({ reservaid: null })
              const ato = empresaid === null ? 'desistiu' : 'liberou'
              putFeito(connection, unit, feitoOf(autor, ato, credencialid, outcome.empresaid ?? ''))
            }
            return outcome
          }
        }),
      )
    },

    async undo(request, autor) {
      const { credencialid, reservaid, now } = request
      if (!canNameDocument(credencialid)) return { kind: 'not-withdrawn' }
      return acts.run<Return>(
        `credencial/${credencialid}`,
        doneOnce(connection, autor, async (unit) => {
          const [guest, given] = await Promise.all([
            openGuest(connection, unit, credencialid),
            trackDesistencia(connection, unit, credencialid),
          ])
          const { empresaid = null, reservaid: was = null } = given ?? {}
          const [allotment, personal] = await Promise.all([
            empresaid === null ? null : openAllotment(connection, unit, empresaid),
            was === null ? [] : getAll(convites.where('reservaid', '==', was)),
          ])
          for (const convite of personal) unit.track(convite)
          return () => {
            const read = allotment?.read({ sid: '', origem: null, now }) ?? null
            const facts = { desistencia: desistenciaIn(connection, unit, credencialid), allotment: read }
            const { outcome, change, desistencia } = decideReturn(facts, request)
            allotment?.write(change)
            putDesistencia(connection, unit, desistencia)
            if (outcome.kind === 'returned') {
              guest.change({ reservaid: change ? reservaid : null })
              for (const { ref } of personal) unit.set(ref, { ...unit.get(ref), reservaid })
              putFeito(connection, unit, feitoOf(autor, 'voltou', credencialid, outcome.empresaid ?? ''))
            }
            return outcome
          }
        }),
      )
    },

    async find(credencialid) {
      if (!canNameDocument(credencialid)) return null
      const stored = (await within(ATTEMPT_MS, desistencias.doc(credencialid).get())).data()
      return stored ? desistenciaFrom(credencialid, stored) : null
    },

    async list() {
      const live = await getAll(desistencias.where('desfeitaem', '==', null))
      return new Map(live.map((found) => [found.id, desistenciaFrom(found.id, found.data())]))
    },
  }
}
