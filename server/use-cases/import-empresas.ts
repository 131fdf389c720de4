import { mergeEmpresaRow } from '../domain/empresa-row.ts'
import type { Importation, RefusedRow } from '../domain/empresa-repo.ts'
import type { Autor } from '../domain/historico.ts'
import type { Identity } from '../domain/identity.ts'
import type { Storage } from '../domain/storage.ts'
import { nameRows, type BadRow, type NamedLine, type PlanilhaLine } from '../domain/name-rows.ts'

/** What an import writes to, and names companies with. */
export interface ImportParts extends Pick<Storage, 'empresas'> {
  /** An id nobody can guess, for a company without one. */
  empresaidOf: (identity: Identity, attempt?: number) => string
  now: () => number
}

/** The rows of a spreadsheet, wherever it came from, and those that could not be read. */
export interface Planilha {
  rows: PlanilhaLine[]
  bad: BadRow[]
}

/** How many companies the good rows insert and update, and every bad row, in the order of the file. */
export type ImportPreview = Omit<Importation, 'refused'> & { bad: BadRow[] }

/** What became of a spreadsheet: imported, its bad rows left out with `isPartial`, or refused, with nothing written. */
export type ImportResult = ({ kind: 'imported' } & ImportPreview) | { kind: 'refused'; bad: BadRow[] }

/**
 * Tells what an import would do, and writes nothing.
 * @throws InvalidCounterError or DuplicateEmpresaError of a stored company nobody can count for, where it may be the one
 *   a row means
 */
export async function previewImport(parts: ImportParts, planilha: Planilha): Promise<ImportPreview> {
  return rehearse(parts, await nameAll(parts, planilha))
}

/**
 * Finds or makes the ids that are missing, then writes, all rows or none unless `isPartial`. The same rows again change
 * nothing. All bad rows are told at once, those that only storage refuses included.
 * @param onProgress called after each row written
 * @throws as {@link previewImport} does
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
    return { kind: 'refused', bad: (await rehearse(parts, { named, bad })).bad }
  }
  const rows = named.map(({ row }) => row)
  const { inserted, updated, refused } = await parts.empresas.importRows(rows, isPartial, autor, (done) =>
    onProgress?.(done, rows.length),
  )
  const all = inOrder(bad, refused, named)
  return refused.length > 0 && !isPartial
    ? { kind: 'refused', bad: all }
    : { kind: 'imported', inserted, updated, bad: all }
}

async function nameAll({ empresas, empresaidOf, now }: ImportParts, { rows, bad: unread }: Planilha) {
  const isListed = rows.some(({ row }) => row.empresaid === null)
  const { empresas: list, broken } = isListed ? await empresas.list(now()) : { empresas: [], broken: [] }
  if (broken[0]) throw broken[0]
  const stored = list.map(({ empresa }) => empresa)
  const { named, bad } = nameRows(rows, stored, empresaidOf)
  return { named, bad: [...unread, ...bad] }
}

/** Does with each row what storage would, without writing. */
async function rehearse(
  { empresas, now }: ImportParts,
  { named, bad }: { named: NamedLine[]; bad: BadRow[] },
): Promise<ImportPreview> {
  const instant = now()
  const refused: RefusedRow[] = []
  let updated = 0
  for (const { row } of named) {
    const known = (await empresas.find(row.empresaid, instant))?.empresa ?? null
    const { licredencial } = known ?? row
    if (!mergeEmpresaRow(known, row)) refused.push({ empresaid: row.empresaid, licredencial })
    else if (known) updated += 1
  }
  const inserted = named.length - updated - refused.length
  return { inserted, updated, bad: inOrder(bad, refused, named) }
}

function inOrder(bad: BadRow[], refused: RefusedRow[], named: NamedLine[]): BadRow[] {
  const byId = new Map(named.map((line) => [line.row.empresaid, line]))
  const tooLow = refused.map(({ empresaid, licredencial }) => {
    const { line = 0, row } = byId.get(empresaid) ?? {}
    const problem = `icredencial ${row?.icredencial ?? ''} é menor que o número de convites que ${empresaid} já usou ou reservou (${licredencial})`
    return { line, problems: [problem] }
  })
  return [...bad, ...tooLow].sort((a, b) => a.line - b.line)
}
