import type { Importation } from '../domain/empresa-repo.ts'
import type { Autor } from '../domain/historico.ts'
import type { BadRow } from '../domain/name-rows.ts'
import { inOrder } from './effect.ts'
import { nameAll, rehearse, tooLow, type ImportParts, type Planilha } from './preview-empresas.ts'

/** What became of a spreadsheet: imported, its bad rows left out with `isPartial`, or refused, with nothing written. */
export type ImportResult =
  ({ kind: 'imported'; bad: BadRow[] } & Omit<Importation, 'refused'>) | { kind: 'refused'; bad: BadRow[] }

/**
 * Finds or makes the ids that are missing, then writes, all rows or none unless `isPartial`. The same rows again change
 * nothing. All bad rows are returned at once, including those that only storage refuses.
 * @param onProgress called after each row written
 * @throws InvalidCounterError or DuplicateEmpresaError of a broken company, where it may be the one a row
 *   means
 */
export async function importEmpresas(
  parts: ImportParts,
  planilha: Planilha,
  {
    isPartial,
    autor,
    onProgress,
  }: { isPartial: boolean; autor: Autor; onProgress?: (done: number, total: number) => void },
): Promise<ImportResult> {
  const { named, bad } = await nameAll(parts, planilha)
  if (bad.length > 0 && !isPartial) {
    const { effect } = await rehearse(parts, { named, bad })
    return { kind: 'refused', bad: effect.bad }
  }
  const rows = named.map(({ row }) => row)
  const { inserted, updated, refused } = await parts.empresas.importRows(rows, isPartial, autor, (done) =>
    onProgress?.(done, rows.length),
  )
  const all = inOrder([...bad, ...tooLow(refused, named)])
  return refused.length > 0 && !isPartial
    ? { kind: 'refused', bad: all }
    : { kind: 'imported', inserted, updated, bad: all }
}
