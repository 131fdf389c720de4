import type { QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { parseEmpresa } from '../../domain/empresa.ts'
import type { Importation, RefusedRow } from '../../domain/empresa-repo.ts'
import { mergeEmpresaRow, type EmpresaRow } from '../../domain/empresa-row.ts'
import { DuplicateEmpresaError } from '../../domain/errors.ts'
import type { Acts } from './acts.ts'
import { findEmpresa } from './allotment.ts'
import type { Connection } from './connection.ts'
import { DEADLINE_MS, within } from './deadline.ts'

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
 * mended by importing the same file again.
 */
export async function importEmpresas(
  connection: Connection,
  acts: Acts,
  rows: EmpresaRow[],
  isPartial: boolean,
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

  const counts = { inserted: 0, updated: 0 }
  let done = 0
  const writeNext = async (queue: Iterator<EmpresaRow>): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const outcome = await writeRow(connection, acts, next.value)
      if (typeof outcome === 'string') counts[outcome]++
      else refused.push(outcome)
      onProgress?.(++done)
    }
  }
  const queue = accepted.values()
  await Promise.all(Array.from({ length: 20 }, () => writeNext(queue)))
  return { ...counts, refused }
}

/** A known company gets the fields of the row, licredencial excepted; other fields it has stay as they are. */
function writeRow(
  connection: Connection,
  acts: Acts,
  row: EmpresaRow,
): Promise<'inserted' | 'updated' | RefusedRow> {
  return acts.run(`empresa/${row.empresaid}`, async (unit) => {
    const snapshot = await findEmpresa(connection, row.empresaid)
    if (snapshot) unit.track(snapshot)
    const ref = snapshot?.ref ?? connection.empresas.doc(row.empresaid)
    return () => {
      // As the unit has it: a claim of the same group may have changed its number since it was read.
      const stored = unit.get(ref)
      const known = stored && parseEmpresa(row.empresaid, stored)
      const merged = mergeEmpresaRow(known, row)
      if (!merged) return { empresaid: row.empresaid, licredencial: known?.licredencial ?? row.licredencial }
      unit.set(ref, stored ? { ...stored, ...row, licredencial: stored.licredencial } : { ...merged })
      return stored ? 'updated' : 'inserted'
    }
  })
}
