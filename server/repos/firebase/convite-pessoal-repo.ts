import type { ConviteComReserva, ConvitePessoal, ConvitePessoalRepo } from '../../domain/convite-pessoal.ts'
import type { BoundActs } from '../bind.ts'
import { novosIn } from '../empresas-listed.ts'
import { chunksOf, getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import type { PainelIndex } from './painel.ts'
import { recordOf } from './table.ts'

/** Personal invitations in Firestore, each with a reserva of its own. */
export function createConvitePessoalRepo(
  connection: Connection,
  bound: BoundActs['convites'],
  painel: Pick<PainelIndex, 'read'>,
): ConvitePessoalRepo {
  const { db, convites, reservas } = connection

  const find = async (codigo: string): Promise<ConviteComReserva | null> => {
    const found = (await within(ATTEMPT_MS, convites.doc(codigo).get())).data()
    return found ? ((await withReservas([recordOf('convites', codigo, found)]))[0] ?? null) : null
  }

  const withReservas = async (found: ConvitePessoal[]): Promise<ConviteComReserva[]> => {
    const paired: ConviteComReserva[] = []
    for (const chunk of chunksOf(found, 100)) {
      const refs = chunk.map(({ reservaid }) => reservas.doc(reservaid))
      const stored = refs.length === 0 ? [] : await within(DEADLINE_MS, db.getAll(...refs))
      chunk.forEach((convite, n) => {
        const reserva = stored[n]?.data()
        if (reserva) paired.push({ convite, reserva: recordOf('reservas', convite.reservaid, reserva) })
      })
    }
    return paired
  }

  return {
    ...bound,
    find,

    async list(empresaid) {
      const found = await getAll(convites.where('empresaid', '==', empresaid), DEADLINE_MS)
      const sorted = found
        .map((snapshot) => recordOf('convites', snapshot.id, snapshot.data()))
        .sort((a, b) => a.criadoem - b.criadoem || (a.codigo < b.codigo ? -1 : 1))
      return withReservas(sorted)
    },

    // The board tells which are unused, so that no other is read.
    async listNovos() {
      const reservaids = (await painel.read()).painel.pessoais()
      const pages = chunksOf(reservaids).map((some) =>
        getAll(convites.where('reservaid', 'in', some), DEADLINE_MS),
      )
      return novosIn(
        (await Promise.all(pages)).flat().map((found) => recordOf('convites', found.id, found.data())),
      )
    },
  }
}
