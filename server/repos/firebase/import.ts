import type { QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { parseEmpresa } from '../../domain/empresa.ts'
import type { Importation, RefusedRow } from '../../domain/empresa-repo.ts'
import { mergeEmpresaRow, type EmpresaRow } from '../../domain/empresa-row.ts'
import { DuplicateEmpresaError } from '../../domain/errors.ts'
import { importedFeito, type Autor, type Gravada } from '../../domain/historico.ts'
import type { Act, Acts } from './run.ts'
import { findEmpresa } from './allotment.ts'
import type { Connection } from './connection.ts'
import { DEADLINE_MS, within } from './deadline.ts'
import { addFeito, doneOnce, putFeito } from './historico-repo.ts'

/** All stored companies by empresaid, and those stored more than once; what has no empresaid is no company. */
export async function readEmpresas({ empresas }: Connection): Promise<{
  found: Map<string, QueryDocumentSnapshot>
  twice: DuplicateEmpresaError[]
}> {
  const found = new Map<string, QueryDocumentSnapshot>()
  const twice: DuplicateEmpresaError[] = []
  for (const snapshot of (await within(DEADLINE_MS, empresas.get())).docs) {
    const stored: unknown = snapshot.get('empresaid')
    if (typeof stored !== 'string' && typeof stored !== 'number') continue
    const empresaid = String(stored)
    const other = found.get(empresaid)
    if (other) twice.push(new DuplicateEmpresaError(empresaid, [other.id, snapshot.id]))
    else found.set(empresaid, snapshot)
  }
  return { found, twice }
}

/**
 * Writes rows one company at a time, in the company's own queue, after all have been checked. A company whose
 * licredencial rises in between is checked again; there is no transaction over all of them, so a failure half-way is
 * mended by importing the same file again. One row is in the history with its own commit; of many, the line that follows
 * them says what was written, after a failure too.
 */
export async function importEmpresas(
  connection: Connection,
  acts: Acts,
  rows: EmpresaRow[],
  isPartial: boolean,
  autor: Autor,
  onProgress?: (done: number) => void,
): Promise<Importation> {
  const { found: stored, twice } = await readEmpresas(connection)
  const named = twice.find(({ empresaid }) => rows.some((row) => row.empresaid === empresaid))
  if (named) throw named
  const refused: RefusedRow[] = []
  const accepted = rows.filter((row) => {
    const snapshot = stored.get(row.empresaid)
    const known = snapshot ? parseEmpresa(row.empresaid, snapshot.data()) : null
    if (mergeEmpresaRow(known, row)) return true
    refused.push({ empresaid: row.empresaid, licredencial: known?.licredencial ?? row.licredencial })
    return false
  })
  if (refused.length > 0 && !isPartial) return { inserted: 0, updated: 0, refused }

  const written: Gravada[] = []
  const isOne = accepted.length === 1
  let done = 0
  let hasFailed = false
  const writeNext = async (queue: Iterator<EmpresaRow>): Promise<void> => {
    for (let next = queue.next(); !next.done && !hasFailed; next = queue.next()) {
      const { empresaid } = next.value
      const act = rowAct(connection, next.value, isOne ? autor : null)
      const outcome = await acts.run(`empresa/${empresaid}`, isOne ? doneOnce(connection, autor, act) : act)
      if ('is' in outcome) written.push(outcome)
      else refused.push(outcome)
      onProgress?.(++done)
    }
  }
  const queue = accepted.values()
  const stop = (cause: unknown) => {
    hasFailed = true
    throw cause
  }
  const ended = await Promise.allSettled(Array.from({ length: 20 }, () => writeNext(queue).catch(stop)))
  const feito = importedFeito(autor, written)
  if (feito && !isOne) await addFeito(connection, acts, feito)
  const failure = ended.find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
  const inserted = written.filter(({ was }) => was === null).length
  return { inserted, updated: written.length - inserted, refused }
}

/**
 * A known company gets the fields of the row, licredencial excepted; other fields it has stay as they are.
 * @param autor in whose name the history tells of this company alone
 */
function rowAct(connection: Connection, row: EmpresaRow, autor: Autor | null): Act<Gravada | RefusedRow> {
  const { empresaid } = row
  return async (unit) => {
    const snapshot = await findEmpresa(connection, empresaid)
    if (snapshot) unit.track(snapshot)
    const ref = snapshot?.ref ?? connection.empresas.doc(empresaid)
    return () => {
      // As the unit has it: a claim of the same group may have changed its number since it was read.
      const stored = unit.get(ref)
      const known = stored && parseEmpresa(empresaid, stored)
      const merged = mergeEmpresaRow(known, row)
      if (!merged) return { empresaid, licredencial: known?.licredencial ?? row.licredencial }
      unit.set(ref, stored ? { ...stored, ...row, licredencial: stored.licredencial } : { ...merged })
      const gravada = { empresaid, was: known?.icredencial ?? null, is: merged.icredencial }
      if (autor) putFeito(connection, unit, importedFeito(autor, [gravada]))
      return gravada
    }
  }
}
