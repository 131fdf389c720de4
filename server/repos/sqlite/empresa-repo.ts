import { releaseEach, separateBroken } from '../../domain/broken-empresas.ts'
import { convitesLeft, EMPRESA_FIELDS, parseEmpresa, type Empresa } from '../../domain/empresa.ts'
import type {
  EmpresaConvites,
  EmpresaRepo,
  Hold,
  Importation,
  RefusedRow,
} from '../../domain/empresa-repo.ts'
import { mergeEmpresaRow, type EmpresaRow } from '../../domain/empresa-row.ts'
import { importedFeito, type Autor } from '../../domain/historico.ts'
import { SEM_FIM, type Reserva } from '../../domain/reserva.ts'
import type { BoundActs } from '../bind.ts'
import { prepareAllotment } from './allotment-statements.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { prepareFeitos } from './historico-repo.ts'
import { prepareUpsert } from './carry-in.ts'

/** A company's row with its pendentes counted. */
type CountedRow = Record<string, unknown> & { empresaid: string } & Record<
    'pendentes' | 'ended' | 'pessoais' | 'fechada',
    number
  >

/** Companies in SQLite. Every act that writes is one IMMEDIATE transaction. */
export function createEmpresaRepo(db: Connection, acts: BoundActs['empresas']): EmpresaRepo {
  const allotment = prepareAllotment(db)
  const COUNTED = `
    SELECT e.*,
      (SELECT count(*) FROM reserva r WHERE r.empresaid = e.empresaid AND r.estado = 'pendente') AS pendentes,
      (SELECT count(*) FROM reserva r WHERE r.empresaid = e.empresaid AND r.estado = 'pendente' AND r.expiraem <= :now) AS ended,
      (SELECT count(*) FROM reserva r WHERE r.empresaid = e.empresaid AND r.estado = 'pendente' AND r.expiraem = ${SEM_FIM}) AS pessoais,
      coalesce((SELECT fechada FROM mesa m WHERE m.empresaid = e.empresaid), 0) AS fechada
    FROM empresa e`
  const selectOne = db.prepare<[{ now: number; empresaid: string }], CountedRow>(
    `${COUNTED} WHERE e.empresaid = :empresaid`,
  )
  const selectAll = db.prepare<[{ now: number }], CountedRow>(`${COUNTED} ORDER BY e.empresaid`)
  const selectHolds = db.prepare<[string, number], Reserva>(
    `SELECT * FROM reserva WHERE sid = ? AND estado = 'pendente' AND expiraem > ? ORDER BY criadaem DESC`,
  )
  const selectEndedAt = db.prepare<[number], { empresaid: string }>(
    `SELECT DISTINCT empresaid FROM reserva WHERE estado = 'pendente' AND expiraem <= ?`,
  )
  const putEmpresa = prepareUpsert<Empresa>(db, 'empresa', 'empresaid', EMPRESA_FIELDS)
  const putFeito = prepareFeitos(db)

  const convitesOf = (row: CountedRow): EmpresaConvites => {
    const empresa = parseEmpresa(row.empresaid, row)
    const { pendentes, ended, pessoais, fechada } = row
    const held = pendentes - ended - pessoais
    return { empresa, left: convitesLeft(empresa, ended), held, pessoais, isFechada: fechada === 1 }
  }

  const importRows = (
    rows: EmpresaRow[],
    isPartial: boolean,
    autor: Autor,
    onProgress?: (done: number) => void,
  ): Importation => {
    const refused: RefusedRow[] = []
    const merged: { empresa: Empresa; known: Empresa | null }[] = []
    for (const row of rows) {
      const known = allotment.readEmpresa(row.empresaid)
      const empresa = mergeEmpresaRow(known, row)
      if (empresa) merged.push({ empresa, known })
      else refused.push({ empresaid: row.empresaid, licredencial: known?.licredencial ?? row.licredencial })
    }
    if (refused.length > 0 && !isPartial) return { inserted: 0, updated: 0, refused }
    merged.forEach(({ empresa }, index) => {
      putEmpresa.run(empresa)
      onProgress?.(index + 1)
    })
    const gravadas = merged.map(({ empresa: { empresaid, icredencial: is }, known }) => {
      return { empresaid, was: known?.icredencial ?? null, is }
    })
    putFeito(importedFeito(autor, gravadas))
    const inserted = gravadas.filter(({ was }) => was === null).length
    return { inserted, updated: merged.length - inserted, refused }
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
          const empresa = allotment.readEmpresa(reserva.empresaid)
          return empresa ? [{ reserva, empresa }] : []
        }),
      )
    },
    async releaseEnded(now) {
      const rows = translateErrors(() => selectEndedAt.all(now))
      const empresaids = rows.map(({ empresaid }) => empresaid)
      return releaseEach(empresaids, (empresaid) => acts.release(empresaid, now))
    },
    async list(now) {
      return separateBroken(
        translateErrors(() => selectAll.all({ now })),
        convitesOf,
      )
    },
    importRows: inTransaction(db, importRows),
  }
}
