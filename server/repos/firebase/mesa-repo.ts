import { entradasIn, instantOf } from '../../domain/entrada.ts'
import { followed } from '../../domain/juncao.ts'
import { type MesaRepo, heldIn, type Pago } from '../../domain/mesa.ts'
import type { BoundActs } from '../bind.ts'
import { chunksOf, getAll, readPendentes } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { readFollowing } from './juncoes.ts'
import { mesaFrom, mesaIdOf, recordOf, text } from './table.ts'

/** What holders have of their own, in Firestore. */
export function createMesaRepo(connection: Connection, bound: BoundActs['mesas']): MesaRepo {
  const refOf = (empresaid: string) => connection.mesas.doc(mesaIdOf(empresaid))

  const readPagos = async (ids: string[]): Promise<Pago[]> => {
    const [found, { facts, stored: there, juncoes }] = await Promise.all([
      within(ATTEMPT_MS, connection.db.getAll(...ids.map((id) => connection.credenciais.doc(id)))),
      readFollowing(connection, ids),
    ])
    const entradas = followed(
      facts.map((fact) => recordOf('entradas', fact.id, fact.data())),
      (id) => there.has(id),
      juncoes,
    )
    return found.flatMap((snapshot) => {
      const stored = snapshot.data()
      if (!stored) return []
      const { credencialid, nome } = recordOf('credenciais', snapshot.id, stored)
      const [first] = entradasIn(entradas.get(credencialid) ?? [])
      return [{ credencialid, nome, dentroDesde: first ? instantOf(first) : null }]
    })
  }

  return {
    ...bound,

    async find(empresaid) {
      return mesaFrom(empresaid, (await within(ATTEMPT_MS, refOf(empresaid).get())).data())
    },

    async readLugares(empresaid, now) {
      const [pendentes, withdrawn] = await Promise.all([
        readPendentes(connection, empresaid, null),
        getAll(connection.desistencias.where('empresaid', '==', empresaid).where('desfeitaem', '==', null)),
      ])
      const live = pendentes.filter(({ expiraem }) => expiraem > now)
      return {
        ...heldIn(live),
        desistencias: withdrawn
          .map((found) => recordOf('desistencias', found.id, found.data()))
          .sort((a, b) => b.em - a.em),
      }
    },

    // Not from the board: a process that shows tables alone never reads the whole event.
    async listPagos(empresaid) {
      const usadas = connection.reservas.where('empresaid', '==', empresaid).where('estado', '==', 'usada')
      const ids = (await getAll(usadas, DEADLINE_MS)).map((usada) => text(usada.get('credencialid')))
      return (await within(DEADLINE_MS, Promise.all(chunksOf(ids).map(readPagos)))).flat()
    },
  }
}
