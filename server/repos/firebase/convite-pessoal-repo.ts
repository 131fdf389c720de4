import type { ConviteComReserva, ConvitePessoalRepo, Rename } from '../../domain/convite-pessoal-repo.ts'
import {
  decideCreation,
  decideRevocation,
  type ConvitePessoal,
  type Creation,
  type Revocation,
} from '../../domain/convite-pessoal.ts'
import { estadoOf } from '../../domain/estado-do-convite.ts'
import { feitoOf } from '../../domain/historico.ts'
import type { Acts } from './acts.ts'
import { getAll, openAllotment } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { conviteFrom, reservaFrom } from './documents.ts'
import { doneOnce, putFeito } from './feitos.ts'
import { chunksOf } from './pages.ts'
import type { Unit } from './unit.ts'

/** Personal invitations in Firestore, each with a reserva of its own. */
export function createConvitePessoalRepo(connection: Connection, acts: Acts): ConvitePessoalRepo {
  const { db, convites, reservas } = connection

  const find = async (codigo: string): Promise<ConviteComReserva | null> => {
    const found = (await within(ATTEMPT_MS, convites.doc(codigo).get())).data()
    return found ? ((await withReservas([conviteFrom(codigo, found)]))[0] ?? null) : null
  }

  const withReservas = async (found: ConvitePessoal[]): Promise<ConviteComReserva[]> => {
    const paired: ConviteComReserva[] = []
    for (const chunk of chunksOf(found, 100)) {
      const refs = chunk.map(({ reservaid }) => reservas.doc(reservaid))
      const stored = refs.length === 0 ? [] : await within(DEADLINE_MS, db.getAll(...refs))
      chunk.forEach((convite, n) => {
        const reserva = stored[n]?.data()
        if (reserva) paired.push({ convite, reserva: reservaFrom(convite.reservaid, reserva) })
      })
    }
    return paired
  }

  /** Reads an invitation and its reserva into the unit. @returns what is there by now */
  const open = async (unit: Unit, codigo: string, found: ConviteComReserva | null) => {
    const ref = convites.doc(codigo)
    const reservaRef = found && reservas.doc(found.convite.reservaid)
    const refs = reservaRef ? [ref, reservaRef] : [ref]
    for (const snapshot of await within(ATTEMPT_MS, db.getAll(...refs))) unit.track(snapshot)
    return (): ConviteComReserva | null => {
      const [convite, reserva] = [unit.get(ref), reservaRef && unit.get(reservaRef)]
      if (!convite || !reserva || !reservaRef) return null
      return { convite: conviteFrom(codigo, convite), reserva: reservaFrom(reservaRef.id, reserva) }
    }
  }

  return {
    create: (empresaid, novos, now, autor) =>
      acts.run<Creation>(
        `empresa/${empresaid}`,
        doneOnce(connection, autor, async (unit) => {
          const refs = novos.map(({ codigo }) => convites.doc(codigo))
          const [allotment, stored] = await Promise.all([
            openAllotment(connection, unit, empresaid),
            refs.length === 0 ? [] : within(ATTEMPT_MS, db.getAll(...refs)),
          ])
          for (const snapshot of stored) unit.track(snapshot)
          return () => {
            if (refs.some((ref) => unit.get(ref))) return { kind: 'created' }
            const read = allotment?.read({ sid: '', origem: null, now }) ?? null
            const { outcome, change, convites: made } = decideCreation(read, novos, now)
            allotment?.write(change)
            for (const convite of made) unit.set(convites.doc(convite.codigo), { ...convite })
            if (outcome.kind === 'created')
              putFeito(connection, unit, feitoOf(autor, 'criou-convites', empresaid, String(novos.length)))
            return outcome
          }
        }),
      ),

    find,

    async list(empresaid) {
      const found = await getAll(convites.where('empresaid', '==', empresaid), DEADLINE_MS)
      const sorted = found
        .map((snapshot) => conviteFrom(snapshot.id, snapshot.data()))
        .sort((a, b) => a.criadoem - b.criadoem || (a.codigo < b.codigo ? -1 : 1))
      return withReservas(sorted)
    },

    async rename(codigo, rotulo, autor) {
      const found = await find(codigo)
      return acts.run<Rename>(
        `empresa/${found?.convite.empresaid ?? ''}`,
        doneOnce(connection, autor, async (unit) => {
          const read = await open(unit, codigo, found)
          return () => {
            const now = read()
            if (!now) return { kind: 'convite-not-found' }
            if (estadoOf(now.reserva) !== 'novo') return { kind: 'not-new' }
            unit.set(convites.doc(codigo), { ...now.convite, rotulo })
            putFeito(connection, unit, feitoOf(autor, 'renomeou-convite', now.convite.empresaid))
            return { kind: 'renamed' }
          }
        }),
      )
    },

    async revoke(codigo, autor) {
      const found = await find(codigo)
      const empresaid = found?.convite.empresaid ?? ''
      return acts.run<Revocation>(
        `empresa/${empresaid}`,
        doneOnce(connection, autor, async (unit) => {
          const [allotment, read] = await Promise.all([
            found && openAllotment(connection, unit, empresaid),
            open(unit, codigo, found),
          ])
          return () => {
            const now = read()
            const company = allotment?.read({ sid: '', origem: null, now: 0 })
            if (!now || !company) return { kind: 'convite-not-found' }
            const { outcome, change } = decideRevocation(now.reserva, company.empresa)
            allotment?.write(change)
            if (outcome.kind === 'revoked')
              putFeito(connection, unit, feitoOf(autor, 'revogou-convite', empresaid))
            return outcome
          }
        }),
      )
    },
  }
}
