import { separateBroken } from '../../domain/broken-empresas.ts'
import { convitesLeft, parseEmpresa } from '../../domain/empresa.ts'
import type { EmpresaConvites, EmpresaRepo, Hold } from '../../domain/empresa-repo.ts'
import { SEM_FIM, type Reserva } from '../../domain/reserva.ts'
import type { BoundActs } from '../bind.ts'
import { prepareAllotment } from './allotment-statements.ts'
import { translateErrors, type Connection } from './connection.ts'

type CountedRow = Record<string, unknown> & { empresaid: string } & Record<
    'pendentes' | 'ended' | 'pessoais' | 'fechada' | 'versao',
    number
  > & { telefone: string; numero: string }

export function createEmpresaRepo(db: Connection, acts: BoundActs['empresas']): EmpresaRepo {
  const allotment = prepareAllotment(db)
  const COUNTED = `
    SELECT e.*,
      (SELECT count(*) FROM reserva r WHERE r.empresaid = e.empresaid AND r.estado = 'pendente') AS pendentes,
      (SELECT count(*) FROM reserva r WHERE r.empresaid = e.empresaid AND r.estado = 'pendente' AND r.expiraem <= :now) AS ended,
      (SELECT count(*) FROM reserva r WHERE r.empresaid = e.empresaid AND r.estado = 'pendente' AND r.expiraem = ${SEM_FIM}) AS pessoais,
      coalesce(m.fechada, 0) AS fechada, coalesce(m.telefone, '') AS telefone,
      coalesce(m.numero, '') AS numero, coalesce(m.versao, 0) AS versao
    FROM empresa e LEFT JOIN mesa m USING (empresaid)`
  const selectOne = db.prepare<[{ now: number; empresaid: string }], CountedRow>(
    `${COUNTED} WHERE e.empresaid = :empresaid`,
  )
  const selectAll = db.prepare<[{ now: number }], CountedRow>(`${COUNTED} ORDER BY e.empresaid`)
  const selectHolds = db.prepare<[string, number], Reserva>(
    `SELECT * FROM reserva WHERE sid = ? AND estado = 'pendente' AND expiraem > ? ORDER BY criadaem DESC`,
  )

  const convitesOf = (row: CountedRow): EmpresaConvites => {
    const empresa = parseEmpresa(row.empresaid, row)
    const { pendentes, ended, pessoais, fechada, telefone, numero, versao } = row
    const held = pendentes - ended - pessoais
    const beside = { isFechada: fechada === 1, telefone, numero, versao }
    return { empresa, left: convitesLeft(empresa, ended), held, pessoais, ...beside }
  }

  return {
    ...acts,
    async find(empresaid, now) {
      const row = translateErrors(() => selectOne.get({ empresaid, now }))
      return row ? convitesOf(row) : null
    },
    async findHolds(sid, now) {
      return translateErrors(() =>
        selectHolds.all(sid, now).flatMap((reserva): Hold[] => {
          const empresa = allotment.empresa(reserva.empresaid)
          return empresa ? [{ reserva, empresa }] : []
        }),
      )
    },
    async list(now) {
      return separateBroken(
        translateErrors(() => selectAll.all({ now })),
        convitesOf,
      )
    },
  }
}

/** Prepares erasing a company with its mesa, its personal invitations and its reservas, inside the caller's transaction. */
export function prepareEraseEmpresa(db: Connection): (empresaid: string) => void {
  const statements = [
    `DELETE FROM envio WHERE (tipo = 'mesa' AND para = ?1)
     OR (tipo = 'pessoal' AND para IN (SELECT codigo FROM convitepessoal WHERE empresaid = ?1))`,
    ...['convitepessoal', 'mesa', 'reserva', 'empresa'].map(
      (table) => `DELETE FROM ${table} WHERE empresaid = ?1`,
    ),
  ].map((sql) => db.prepare<[string]>(sql))
  return (empresaid) => statements.forEach((statement) => statement.run(empresaid))
}

export function prepareFindEnded(db: Connection): (now: number) => Promise<string[]> {
  const select = db.prepare<[number], { empresaid: string }>(
    `SELECT DISTINCT empresaid FROM reserva WHERE estado = 'pendente' AND expiraem <= ?`,
  )
  return async (now) => translateErrors(() => select.all(now)).map(({ empresaid }) => empresaid)
}
