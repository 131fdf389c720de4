import { mergeEmpresaRow, type EmpresaRow } from '../domain/empresa-row.ts'
import type { EmpresaRepo, Importation } from '../domain/empresa-repo.ts'
import type { Identity } from '../domain/identity.ts'
import { nameRows, type BadRow, type NamedLine, type PlanilhaLine } from '../domain/name-rows.ts'

/** What {@link createImport} writes to, and names companies with. */
export interface ImportationParts {
  empresas: EmpresaRepo
  /** An id nobody can guess, for a company without one. */
  empresaidOf: (identity: Identity, attempt?: number) => string
  now: () => number
}

/** How an import is done; whoever gives `onProgress` is told after each row written. */
export interface ImportOptions {
  /** Writes the good rows though others are bad. */
  isPartial: boolean
  onProgress?: (done: number, total: number) => void
}

/** What became of a spreadsheet; with a bad row and without `isPartial` nothing was written. */
export type PlanilhaImportation = Omit<Importation, 'refused'> & { bad: BadRow[] }

/** Brings the companies of a spreadsheet into storage, wherever the spreadsheet came from. */
export type ImportPlanilha = (
  planilha: { rows: PlanilhaLine[]; bad: BadRow[] },
  options: ImportOptions,
) => Promise<PlanilhaImportation>

/**
 * Makes the act of an import: finds or makes the ids that are missing, then writes, all rows or none unless told
 * otherwise. The same rows again change nothing.
 * @throws InvalidCounterError or DuplicateEmpresaError of a stored company nobody can count for, where it may be the one
 *   a row means
 */
export function createImport({ empresas, empresaidOf, now }: ImportationParts): ImportPlanilha {
  const nameAll = async (rows: PlanilhaLine[]) => {
    if (rows.every(({ row }) => row.empresaid !== null)) return nameRows(rows, [], empresaidOf)
    const { empresas: list, broken } = await empresas.list(now())
    if (broken[0]) throw broken[0]
    const stored = list.map(({ empresa }) => empresa)
    return nameRows(rows, stored, empresaidOf)
  }

  return async ({ rows, bad: unread }, { isPartial, onProgress }) => {
    const { named, bad: unnamed } = await nameAll(rows)
    const bad = [...unread, ...unnamed]
    const written = named.map(({ row }) => row)
    const { inserted, updated, refused } =
      bad.length > 0 && !isPartial
        ? await rehearse(empresas, written, now())
        : await empresas.importRows(written, isPartial, (done) => onProgress?.(done, written.length))
    bad.push(...badRowsOf(refused, named))
    return { inserted, updated, bad: bad.sort((a, b) => a.line - b.line) }
  }
}

/** What storage would refuse, found without writing: all bad rows are told in one go, not one kind after the other. */
async function rehearse(empresas: EmpresaRepo, rows: EmpresaRow[], now: number): Promise<Importation> {
  const importation: Importation = { inserted: 0, updated: 0, refused: [] }
  for (const row of rows) {
    const known = (await empresas.find(row.empresaid, now))?.empresa ?? null
    if (mergeEmpresaRow(known, row)) continue
    const { licredencial } = known ?? row
    importation.refused.push({ empresaid: row.empresaid, licredencial })
  }
  return importation
}

function badRowsOf(refused: Importation['refused'], named: NamedLine[]): BadRow[] {
  const byId = new Map(named.map((line) => [line.row.empresaid, line]))
  return refused.map(({ empresaid, licredencial }) => {
    const { line = 0, row } = byId.get(empresaid) ?? {}
    const problem = `icredencial ${row?.icredencial ?? ''} é menor que o número de convites que ${empresaid} já usou ou reservou (${licredencial})`
    return { line, problems: [problem] }
  })
}
