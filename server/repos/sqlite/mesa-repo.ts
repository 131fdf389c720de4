import type { Desistencia } from '../../domain/desistencia.ts'
import { type MesaRepo, heldIn, newMesa, type Mesa, type Pago } from '../../domain/mesa.ts'
import { SEM_FIM, type Reserva } from '../../domain/reserva.ts'
import type { BoundActs } from '../bind.ts'
import { translateErrors, type Connection } from './connection.ts'
import { prepareUpsert } from './database.ts'

/** SQLite has no type for true and false. */
export type MesaRow = Omit<Mesa, 'fechada'> & { fechada: number }

const FIELDS = ['empresaid', 'versao', 'fechada', 'telefone', 'numero'] as const satisfies (keyof MesaRow)[]

export const mesaOf = (row: MesaRow): Mesa => ({ ...row, fechada: row.fechada === 1 })

/** What holders have of their own, inside the caller's transaction or outside of any. */
export function prepareMesas(db: Connection) {
  const select = db.prepare<[string], MesaRow>('SELECT * FROM mesa WHERE empresaid = ?')
  const upsert = prepareUpsert<MesaRow>(db, 'mesa', 'empresaid', FIELDS)
  return {
    mesa(empresaid: string) {
      const row = select.get(empresaid)
      return row ? mesaOf(row) : newMesa(empresaid)
    },
    putMesa: (mesa: Mesa) => void upsert.run({ ...mesa, fechada: Number(mesa.fechada) }),
  }
}

export function createMesaRepo(db: Connection, acts: BoundActs['mesas']): MesaRepo {
  const mesas = prepareMesas(db)
  const selectHeld = db.prepare<[string, number], Reserva>(
    `SELECT * FROM reserva
     WHERE empresaid = ? AND estado = 'pendente' AND expiraem > ? AND expiraem < ${SEM_FIM}`,
  )
  const selectDesistencias = db.prepare<[string], Desistencia>(
    'SELECT * FROM desistencia WHERE empresaid = ? AND desfeitaem IS NULL ORDER BY em DESC',
  )
  const selectPagos = db.prepare<[string], Pago>(
    `SELECT c.credencialid, c.nome, b.dentrodesde AS dentroDesde
     FROM reserva r CROSS JOIN credencial c USING (credencialid) CROSS JOIN busca b USING (credencialid)
     WHERE r.empresaid = ? AND r.estado = 'usada'`,
  )

  return {
    ...acts,
    find: async (empresaid) => translateErrors(() => mesas.mesa(empresaid)),
    readLugares: async (empresaid, now) =>
      translateErrors(() => ({
        ...heldIn(selectHeld.all(empresaid, now)),
        desistencias: selectDesistencias.all(empresaid),
      })),
    listPagos: async (empresaid) => translateErrors(() => selectPagos.all(empresaid)),
  }
}
