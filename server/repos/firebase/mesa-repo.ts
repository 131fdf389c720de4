import { admissionsIn, instantOf } from '../../domain/entrada.ts'
import { feitoOf, type Autor } from '../../domain/historico.ts'
import type { MesaRepo } from '../../domain/mesa-repo.ts'
import type { Mesa, Pago } from '../../domain/mesa.ts'
import { isEnded } from '../../domain/reserva.ts'
import type { Acts } from './acts.ts'
import { getAll, pendentesOf } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import {
  credencialFrom,
  desistenciaFrom,
  entradaFrom,
  mesaFrom,
  mesaIdOf,
  reservaFrom,
  text,
} from './documents.ts'
import { doneOnce, putFeito } from './feitos.ts'
import { chunksOf } from './pages.ts'

/** What holders have of their own, in Firestore. */
export function createMesaRepo(connection: Connection, acts: Acts): MesaRepo {
  const refOf = (empresaid: string) => connection.mesas.doc(mesaIdOf(empresaid))

  /** Changes a mesa in the company's queue, with its line in the history where it does change. */
  const change = <Result>(
    empresaid: string,
    autor: Autor,
    decide: (mesa: Mesa) => {
      result: Result
      mesa: Mesa | null
      ato: 'fechou-link' | 'abriu-link' | 'renovou-mesa'
    },
  ): Promise<Result> => {
    const ref = refOf(empresaid)
    return acts.run(
      `empresa/${empresaid}`,
      doneOnce(connection, autor, async (unit) => {
        unit.track(await within(ATTEMPT_MS, ref.get()))
        return () => {
          const { result, mesa, ato } = decide(mesaFrom(empresaid, unit.get(ref) ?? undefined))
          if (mesa) {
            unit.set(ref, { ...mesa })
            putFeito(connection, unit, feitoOf(autor, ato, empresaid))
          }
          return result
        }
      }),
    )
  }

  const readPagos = async (ids: string[]): Promise<Pago[]> => {
    const [found, facts] = await Promise.all([
      within(ATTEMPT_MS, connection.db.getAll(...ids.map((id) => connection.credenciais.doc(id)))),
      getAll(connection.entradas.where('credencialid', 'in', ids)),
    ])
    const entradas = facts.map((fact) => entradaFrom(fact.id, fact.data()))
    return found.flatMap((snapshot) => {
      const stored = snapshot.data()
      if (!stored) return []
      const { credencialid, nome } = credencialFrom(snapshot.id, stored)
      const [first] = admissionsIn(entradas.filter((entrada) => entrada.credencialid === credencialid))
      return [{ credencialid, nome, dentroDesde: first ? instantOf(first) : null }]
    })
  }

  return {
    async find(empresaid) {
      return mesaFrom(empresaid, (await within(ATTEMPT_MS, refOf(empresaid).get())).data())
    },

    async readLugares(empresaid, now) {
      const [pendentes, withdrawn] = await Promise.all([
        getAll(pendentesOf(connection, empresaid)),
        getAll(connection.desistencias.where('empresaid', '==', empresaid).where('desfeitaem', '==', null)),
      ])
      const live = pendentes
        .map((found) => reservaFrom(found.id, found.data()))
        .filter((r) => !isEnded(r, now))
      return {
        reservados: live.map(({ expiraem }) => expiraem).sort((a, b) => a - b),
        desistencias: withdrawn
          .map((found) => desistenciaFrom(found.id, found.data()))
          .sort((a, b) => b.em - a.em),
      }
    },

    // Not from the board: a process that shows tables alone never reads the whole event.
    async listPagos(empresaid) {
      const usadas = connection.reservas.where('empresaid', '==', empresaid).where('estado', '==', 'usada')
      const ids = (await getAll(usadas, DEADLINE_MS)).map((usada) => text(usada.get('credencialid')))
      return (await within(DEADLINE_MS, Promise.all(chunksOf(ids).map(readPagos)))).flat()
    },

    setFechada: (empresaid, fechada, autor) =>
      change(empresaid, autor, (mesa) => {
        const ato = fechada ? 'fechou-link' : 'abriu-link'
        return mesa.fechada === fechada
          ? { result: false, mesa: null, ato }
          : { result: true, mesa: { ...mesa, fechada }, ato }
      }),

    renewLink: (empresaid, autor, from) =>
      change(empresaid, autor, (mesa) => {
        const ato = 'renovou-mesa'
        if (from !== undefined && from !== mesa.versao) return { result: mesa.versao, mesa: null, ato }
        const versao = mesa.versao + 1
        return { result: versao, mesa: { ...mesa, versao }, ato }
      }),
  }
}
