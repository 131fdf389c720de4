import { textOf } from '../../domain/empresa.ts'
import { entradasIn, instantOf, type EntradaRepo } from '../../domain/entrada.ts'
import { heldIn, type MesaRepo, type Pago } from '../../domain/mesa.ts'
import { chunksOf, getAll, readPendentes } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { followedBy } from './juncoes.ts'
import type { PainelIndex } from './painel.ts'
import { recordsOf } from './table.ts'

// Lists that the verbs would read one by one, each record after the one that names it.

export function createEntradaLists(
  connection: Connection,
  painel: Pick<PainelIndex, 'read'>,
): Pick<EntradaRepo, 'listOf' | 'listAnotadas'> {
  return {
    async listOf(credencialid) {
      return (await followedBy(connection, [credencialid])).get(credencialid) ?? []
    },

    async listAnotadas(offset, limit) {
      const all = entradasIn((await painel.read()).painel.anotadas())
      return { total: all.length, entradas: all.slice(offset, offset + limit) }
    },
  }
}

/** Not read from the board: a process that only shows tables never reads the whole event. */
export function createMesaLists(connection: Connection): Pick<MesaRepo, 'readLugares' | 'listPagos'> {
  const { db, chaves, credenciais, desistencias, reservas } = connection

  const readPagos = async (ids: string[]): Promise<Omit<Pago, 'grupo'>[]> => {
    const [found, entradas] = await Promise.all([
      within(ATTEMPT_MS, db.getAll(...ids.map((id) => credenciais.doc(id)))),
      followedBy(connection, ids),
    ])
    return recordsOf('credenciais', found).map(({ credencialid, nome }) => {
      const [first] = entradasIn(entradas.get(credencialid) ?? [])
      return { credencialid, nome, dentroDesde: first ? instantOf(first) : null }
    })
  }

  return {
    async readLugares(empresaid, now) {
      const [pendentes, withdrawn] = await Promise.all([
        readPendentes(connection, empresaid, null),
        getAll(desistencias.where('empresaid', '==', empresaid).where('desfeitaem', '==', null)),
      ])
      const live = pendentes.filter(({ expiraem }) => expiraem > now)
      return {
        ...heldIn(live),
        desistencias: recordsOf('desistencias', withdrawn).sort((a, b) => b.em - a.em),
      }
    },

    async listPagos(empresaid) {
      const usadas = reservas.where('empresaid', '==', empresaid).where('estado', '==', 'usada')
      const ids = (await getAll(usadas, DEADLINE_MS)).map((usada) => textOf(usada.get('credencialid')))
      // Most guests come alone, so that asking by who brought them reads fewer keys.
      const readBrought = (some: string[]) => getAll(chaves.where('grupo', 'in', some))
      const reading = chunksOf(ids).map((some) => Promise.all([readPagos(some), readBrought(some)]))
      const read = await within(DEADLINE_MS, Promise.all(reading))
      const grupos = new Map(
        read.flatMap(([, keys]) =>
          keys.map((key) => [textOf(key.get('credencialid')), textOf(key.get('grupo'))] as const),
        ),
      )
      return read.flatMap(([pagos]) =>
        pagos.map((one) => ({ ...one, grupo: grupos.get(one.credencialid) ?? null })),
      )
    },
  }
}
