import type { Desistencia } from '../../domain/desistencia.ts'
import { feitoOf, type Autor } from '../../domain/historico.ts'
import type { MesaRepo } from '../../domain/mesa-repo.ts'
import { newMesa, type Lugares, type Mesa, type Pago } from '../../domain/mesa.ts'
import { SEM_FIM } from '../../domain/reserva.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { prepareFeitos } from './feitos.ts'

/** SQLite has no type for true and false. */
export type MesaRow = Omit<Mesa, 'fechada'> & { fechada: number }

export const mesaOf = (row: MesaRow): Mesa => ({ ...row, fechada: row.fechada === 1 })

/** What holders have of their own, in SQLite. */
export function createMesaRepo(db: Connection): MesaRepo {
  const select = db.prepare<[string], MesaRow>('SELECT * FROM mesa WHERE empresaid = ?')
  const put = db.prepare<[MesaRow]>(
    `INSERT INTO mesa (empresaid, versao, fechada) VALUES (@empresaid, @versao, @fechada)
     ON CONFLICT (empresaid) DO UPDATE SET versao = @versao, fechada = @fechada`,
  )
  const selectReservados = db.prepare<[string, number], { expiraem: number }>(
    `SELECT expiraem FROM reserva
     WHERE empresaid = ? AND estado = 'pendente' AND expiraem > ? AND expiraem < ${SEM_FIM} ORDER BY expiraem`,
  )
  const selectDesistencias = db.prepare<[string], Desistencia>(
    'SELECT * FROM desistencia WHERE empresaid = ? AND desfeitaem IS NULL ORDER BY em DESC',
  )
  const selectPagos = db.prepare<[string], Pago>(
    `SELECT c.credencialid, c.nome, b.dentrodesde AS dentroDesde
     FROM reserva r CROSS JOIN credencial c USING (credencialid) CROSS JOIN busca b USING (credencialid)
     WHERE r.empresaid = ? AND r.estado = 'usada'`,
  )
  const putFeito = prepareFeitos(db)

  const find = (empresaid: string): Mesa => {
    const row = select.get(empresaid)
    return row ? mesaOf(row) : newMesa(empresaid)
  }
  const write = (mesa: Mesa) => void put.run({ ...mesa, fechada: Number(mesa.fechada) })

  const readLugares = (empresaid: string, now: number): Lugares => ({
    reservados: selectReservados.all(empresaid, now).map(({ expiraem }) => expiraem),
    desistencias: selectDesistencias.all(empresaid),
  })

  const setFechada = (empresaid: string, fechada: boolean, autor: Autor) => {
    const mesa = find(empresaid)
    if (mesa.fechada === fechada) return false
    write({ ...mesa, fechada })
    putFeito(feitoOf(autor, fechada ? 'fechou-link' : 'abriu-link', empresaid))
    return true
  }

  const renewLink = (empresaid: string, autor: Autor, from?: number) => {
    const mesa = find(empresaid)
    if (from !== undefined && from !== mesa.versao) return mesa.versao
    const versao = mesa.versao + 1
    write({ ...mesa, versao })
    putFeito(feitoOf(autor, 'renovou-mesa', empresaid))
    return versao
  }

  return {
    find: async (empresaid) => translateErrors(() => find(empresaid)),
    readLugares: async (empresaid, now) => translateErrors(() => readLugares(empresaid, now)),
    listPagos: async (empresaid) => translateErrors(() => selectPagos.all(empresaid)),
    setFechada: inTransaction(db, setFechada),
    renewLink: inTransaction(db, renewLink),
  }
}
