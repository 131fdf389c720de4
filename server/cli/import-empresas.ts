import { mergeEmpresaRow, type EmpresaRow } from '../domain/empresa-row.ts'
import type { EmpresaRepo, Importation } from '../domain/empresa-repo.ts'
import { readEmpresas, type BadRow, type EmpresasPlanilha } from '../planilha.ts'
import { readArguments } from './arguments.ts'
import { EXIT, type Act, type Cli } from './cli.ts'
import { countOf } from './table.ts'

/** `empresas importar FILE.csv [--parcial]`: every bad row is reported; with any, nothing is written but with --parcial. */
export const importEmpresas: Act = async (cli, args) => {
  const parsed = readArguments({ args, allowPositionals: true, options: { parcial: { type: 'boolean' } } })
  const [path, ...rest] = parsed?.positionals ?? []
  if (!parsed || path === undefined || rest.length > 0) return EXIT.usage
  const isPartial = parsed.values.parcial === true

  const planilha = await readEmpresas(path)
  if (planilha.ignored.length > 0) cli.err(`Colunas que não são lidas: ${planilha.ignored.join(', ')}.`)
  if (planilha.rows.length + planilha.bad.length === 0) {
    cli.err('A planilha só tem o cabeçalho. Acrescente uma linha por empresa e importe de novo.')
    return EXIT.refused
  }
  const importation = await write(cli, planilha, isPartial)
  const bad = [...planilha.bad, ...badRowsOf(importation, planilha)].sort((a, b) => a.line - b.line)
  for (const { line, problems } of bad) cli.err(`Linha ${line}: ${problems.join('; ')}.`)

  if (bad.length > 0 && !isPartial) {
    cli.err(
      'Nada foi gravado. Corrija e importe de novo, ou use --parcial para gravar só as linhas sem problema.',
    )
    return EXIT.refused
  }
  const { inserted, updated } = importation
  const refused = countOf(bad.length, 'linha recusada', 'linhas recusadas')
  cli.out(
    `${countOf(inserted, 'empresa nova', 'empresas novas')}, ${countOf(updated, 'atualizada', 'atualizadas')}, ${refused}.`,
  )
  cli.out('Para ver os convites e o link de cada uma: npm run empresas -- listar')
  return bad.length > 0 ? EXIT.refused : EXIT.done
}

async function write({ services, progress }: Cli, { rows, bad }: EmpresasPlanilha, isPartial: boolean) {
  const empresas = rows.map(({ row }) => row)
  if (bad.length > 0 && !isPartial) return rehearse(services.empresas, empresas, services.now())
  const { step, end } = progress('Gravando empresa')
  try {
    return await services.empresas.importRows(empresas, isPartial, (done) => step(done, empresas.length))
  } finally {
    end()
  }
}

/** What storage would refuse, found without writing: all bad rows are reported in one go, not one kind after the other. */
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

function badRowsOf({ refused }: Importation, { rows }: EmpresasPlanilha): BadRow[] {
  const rowOf = new Map(rows.map((entry) => [entry.row.empresaid, entry]))
  return refused.map(({ empresaid, licredencial }) => {
    const entry = rowOf.get(empresaid)
    const problem = `icredencial ${entry?.row.icredencial ?? ''} é menor que o número de convites que ${empresaid} já usou ou reservou (${licredencial})`
    return { line: entry?.line ?? 0, problems: [problem] }
  })
}
